import { randomBytes } from "node:crypto";
import { setWorldConstructor, World } from "@cucumber/cucumber";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { type DatabaseProduct, productOf } from "#harness/databases/product.ts";
import type { FaultyDatabase } from "#harness/faults/faulty-database.ts";
import { ExchangeWatch } from "#harness/reports/exchange-watch.ts";
import { formatDuration } from "#harness/reports/format.ts";
import { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { receivedBy, writtenBy } from "#harness/stages/log-progress.ts";
import type { JudgedStage, StageSetting } from "#harness/stages/open-stage.ts";
import type { Bound, StageCluster } from "#harness/stages/stage.ts";
import { Needs } from "./needs.ts";
import { Refusals } from "./refusals.ts";
import { Clients, unnamedOperator } from "./world/clients.ts";
import { Clouds } from "./world/clouds.ts";
import { Databases } from "./world/databases.ts";
import { Instances } from "./world/instances.ts";
import { People, type Person } from "./world/people.ts";
import { Replication } from "./world/replication.ts";
import { Seals } from "./world/seals.ts";

/** How long "a while" is: several times what a secondary waits at most before it dials again. */
const whileSeconds = 30;

/** A secondary has not got all that its primary has written. */
class Behind extends Error {
  override readonly name = "Behind";
}

/** One scenario's stage, its people, and what was asked last. */
export class RehearsalWorld extends World<StageSetting> {
  #stage: JudgedStage | undefined;
  /** The stage with what the scenario says that it needs. */
  #needed: JudgedStage | undefined;
  #needs = new Needs([]);
  #faulty: FaultyDatabase | undefined;
  /** Attaches every exchange to the report and knows which one a step judged. */
  readonly exchanges = new ExchangeWatch({
    attach: (body, mediaType) => void this.attach(body, mediaType),
    now: () => this.stage.now(),
    exchangeOf: (outcome) => this.stage.exchangeOf(outcome),
  });
  /** The writes that were refused, and whether something changed all the same. */
  readonly refusals = new Refusals((cluster) => this.cluster(cluster).rootToken);
  readonly #people = new People();
  readonly clouds = new Clouds();
  readonly instances = new Instances();
  readonly databases = new Databases();
  readonly replication = new Replication();
  readonly seals = new Seals();
  readonly clients = new Clients({
    cluster: (name) => this.#actorOf(this.#needs.of(this.#found(name))),
    settled: async (cluster, look) => {
      await this.eventually(look);
      await this.secondariesCaughtUp(cluster);
    },
  });
  /** What a client read in a cluster, by request, to compare it with what is there later. */
  readonly seen = new Map<string, Readonly<{ cluster: string; request: ApiRequest; reply: unknown }>>();
  /** What writers wrote who did not stop for a crash, by secret. */
  readonly writers = new Map<string, { attempts: number; readonly acknowledged: Map<number, string> }>();
  /** The answer to the last request whose outcome a sentence may judge. */
  #last: ApiReply | undefined;
  /** Whether the last request was made by a client of the scenario with a token of their own. */
  lastWasAuthenticated = false;

  get stage(): JudgedStage {
    this.#needed ??= this.#needs.over(this.#whole);
    return this.#needed;
  }

  /** With what the scenario does not say that it needs. */
  get #whole(): JudgedStage {
    if (!this.#stage) throw new Error("the stage is not set");
    return this.#stage;
  }

  get isSet(): boolean {
    return this.#stage !== undefined;
  }

  setStage(stage: JudgedStage, needs: Needs): void {
    this.#stage = stage;
    this.#needs = needs;
    this.#needed = undefined;
    this.databases.suffix = stage.name === "simulated" ? "" : `_${randomBytes(4).toString("hex")}`;
  }

  /** From now on the scenario's database server is this one. */
  set database(database: DatabaseServer) {
    this.#stage = Object.create(this.#whole, { database: { value: database } }) as JudgedStage;
    this.#needed = undefined;
  }

  /** From now on the scenario's database server is this one, behind a network that can fail. */
  set faulty(faulty: FaultyDatabase) {
    this.#faulty = faulty;
    this.database = faulty.server;
  }

  get faulty(): FaultyDatabase {
    if (!this.#faulty) throw new Error("the network to the scenario's database cannot fail");
    return this.#faulty;
  }

  /** How the scenario speaks of its database server. */
  get product(): DatabaseProduct {
    return productOf(this.stage.database);
  }

  /** A cluster, for what an operator does there: with a token of their own, where it can be had, and not with the root token. */
  cluster(name: string): ClusterActor {
    return this.#actorOf(this.#needs.of(this.#found(name)), () => this.clients.tokenOf(unnamedOperator, name));
  }

  /** A cluster, for setting it up: what only the Background needs does not have to be there. */
  setUp(name: string): ClusterActor {
    return this.#actorOf(this.#found(name));
  }

  #found(name: string): StageCluster {
    const found = this.#whole.clusters.find((cluster) => cluster.name === name);
    if (!found) throw new Error(`there is no cluster ${name} on this stage`);
    return found;
  }

  #actorOf(found: StageCluster, token?: () => Promise<string>): ClusterActor {
    const { rootToken } = found;
    const known = { ...found, rootToken: this.seals.rootTokens.get(found.name) ?? rootToken };
    return new ClusterActor(this.exchanges.over(known), (look, bound) => this.eventually(look, bound), token);
  }

  person(name: string): Person {
    return this.#people.person(name);
  }

  get last(): ApiReply {
    if (!this.#last) throw new Error("nothing was asked yet");
    return this.#last;
  }

  /** Notes the cluster ID that a cluster first had, for whether it has kept it. `said`: what it has just said of itself, where it was asked. */
  async noteClusterId(cluster: string, said?: Readonly<{ cluster_id?: string }>): Promise<void> {
    const { clusterIds } = this.replication;
    if (clusterIds.has(cluster)) return;
    const { cluster_id = "" } = said ?? (await this.setUp(cluster).status());
    clusterIds.set(cluster, cluster_id);
  }

  /** Asks, and keeps the answer whatever it is; a write that is refused is looked up. */
  async try(cluster: string, request: ApiRequest): Promise<ApiReply> {
    const actor = this.cluster(cluster);
    if (request.method !== "GET" && request.method !== "LIST") await this.#caughtUp(cluster);
    this.lastWasAuthenticated = false;
    this.#last = await this.refusals.over(cluster, (asked) => actor.ask(asked), request);
    return this.#last;
  }

  /** Asks with the client's own token, and keeps the answer whatever it is; a write that is refused is looked up. */
  async tryAs(client: string, cluster: string, request: ApiRequest): Promise<ApiReply> {
    const reply = await this.try(cluster, { ...request, ...(await this.clients.credentialOf(client, cluster)) });
    this.lastWasAuthenticated = this.clients.isKnown(client);
    return reply;
  }

  /** What arrives between two looks at a secondary is no change of a refused write: it waits until all there is has arrived. */
  async #caughtUp(cluster: string): Promise<void> {
    if (this.stage.clusters.length === 1) return;
    const { mode, state, primary_cluster_addr } = await this.setUp(cluster).status();
    const primary = this.stage.clusters.find(({ link }) => link === primary_cluster_addr);
    if (mode === "secondary" && state === "stream-wals" && primary) await this.secondariesCaughtUp(primary.name);
  }

  /** Looks until what is claimed is so, and attaches how long that took on the stage. An error says how long it was looked for. */
  async eventually<T>(look: () => Promise<T>, bound?: Bound): Promise<T> {
    const began = this.stage.now();
    const waited = () => formatDuration(this.stage.now() - began);
    try {
      const found = await this.stage.eventually(look, bound);
      if (this.stage.now() > began) this.attach(`waited ${waited()}`, "text/plain");
      return found;
    } catch (error) {
      if (error instanceof Error) error.message += ` (looked for ${waited()})`;
      throw error;
    }
  }

  /** Gives a client a policy of their own, in place of the one they had, and yields its name. */
  async writePolicyOf(who: string, policy: string, cluster: string): Promise<string> {
    const name = `of-${who.toLowerCase()}`;
    await this.cluster(cluster).write(`sys/policies/acl/${name}`, { policy });
    return name;
  }

  /** A token of this cluster that has a policy of its own. */
  async tokenWithPolicy(who: string, policy: string, cluster: string): Promise<string> {
    const name = await this.writePolicyOf(who, policy, cluster);
    await this.eventually(() => this.cluster(cluster).read(`sys/policies/acl/${name}`));
    const { auth } = await this.cluster(cluster).write("auth/token/create", { policies: [name] });
    return String(auth?.client_token);
  }

  /** Lets so much time pass that every secondary that can has connected and caught up. Second by second, as each is a moment on a live stage too. */
  async aWhile(): Promise<void> {
    for (let second = 0; second < whileSeconds; second++) await this.stage.pass(1000);
  }

  /** Waits until all that replicate from this cluster have what it has written; what does not arrive in time is for the sentences to judge. */
  async secondariesCaughtUp(cluster: string): Promise<void> {
    if (this.stage.clusters.length === 1) return;
    const written = writtenBy(await this.setUp(cluster).status());
    const { link } = this.stage.clusters.find(({ name }) => name === cluster) ?? {};
    for (const { name } of this.stage.clusters) {
      if (name === cluster) continue;
      const status = await this.setUp(name).status();
      const { mode, state, primary_cluster_addr } = status;
      if (mode !== "secondary" || primary_cluster_addr !== link || state === "idle") continue;
      if (receivedBy(status) >= written) continue;
      const look = async () => {
        const received = receivedBy(await this.setUp(name).status());
        if (received < written) throw new Behind(`${name} is behind ${cluster}`);
      };
      await this.eventually(look).catch((error: unknown) => {
        if (!(error instanceof Behind)) throw error;
      });
    }
  }
}

setWorldConstructor(RehearsalWorld);
