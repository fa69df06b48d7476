import { randomBytes } from "node:crypto";
import { setWorldConstructor, World } from "@cucumber/cucumber";
import { expect } from "chai";
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
import { type Credentials, Databases } from "./world/databases.ts";
import { Instances } from "./world/instances.ts";

type Person = {
  /** The credentials that the client got last, and the passwords of all that it got. */
  credentials?: Credentials;
  readonly passwords: string[];
  /** The `auth` object of the client's last login, renewal or new token. */
  auth?: Readonly<Record<string, unknown>>;
  /** The index in the response to the client's last write. */
  index?: string;
  /** The role id and the secret id with which the client logs in by AppRole. */
  program?: Readonly<{ roleId: string; secretId: string }>;
};

/** Duration of "a while" in seconds: several times a secondary's longest wait before it dials again. */
const whileSeconds = 30;

/** Stands for the response to a request during which the cluster crashed. */
const noReply: ApiReply = { status: 0, headers: {}, body: undefined };

/** Header with the index of a write, and with the index that a read requires. */
export const indexHeader = "x-vault-index";

/** Thrown while a secondary lacks entries that its primary has written. */
class Behind extends Error {
  override readonly name = "Behind";
}

export class RehearsalWorld extends World<StageSetting> {
  #stage: JudgedStage | undefined;
  /** The stage, restricted to the capabilities that the scenario declares. */
  #needed: JudgedStage | undefined;
  #needs = new Needs([]);
  #faulty: FaultyDatabase | undefined;
  /** Attaches every exchange to the report, and records which exchange a step has judged. */
  readonly exchanges = new ExchangeWatch({
    attach: (body, mediaType) => void this.attach(body, mediaType),
    now: () => this.stage.now(),
    exchangeOf: (outcome) => this.stage.exchangeOf(outcome),
  });
  readonly refusals = new Refusals((cluster) => this.cluster(cluster).rootToken);
  readonly #people = new Map<string, Person>();
  readonly clouds = new Clouds();
  readonly instances = new Instances();
  readonly databases = new Databases(() =>
    // Servers need not escape the names of users in statements.
    this.stage.name === "remote" ? "" : this.product.userEnding,
  );
  /** Ids of clusters when they were first linked, by cluster, to check that they have not changed. */
  readonly clusterIds = new Map<string, string>();
  /** Root tokens that the scenario created. They replace the stage's root token of the cluster. */
  readonly rootTokens = new Map<string, string>();
  readonly clients = new Clients({
    cluster: (name) => this.#actorOf(this.#needs.of(this.#found(name))),
    isAlone: () => this.#isAlone,
    settled: async (cluster, look) => {
      await this.eventually(look);
      await this.secondariesCaughtUp(cluster);
    },
  });
  /** Requests of clients and their responses, by client, cluster and request, for comparison with later responses. */
  readonly seen = new Map<string, Readonly<{ who: string; cluster: string; request: ApiRequest; reply: unknown }>>();
  /** Values that steps name, such as `id of Bob`, by name. Tables contain the names in braces. */
  readonly values = new Map<string, string>();
  /** The writes of clients that continued to write during a crash, by path of the secret. */
  readonly writers = new Map<string, { attempts: number; readonly acknowledged: Map<number, string> }>();
  #last: ApiReply | undefined;
  lastWasAuthenticated = false;
  /** The crash of a cluster that will happen during the next request that may fail, or while time passes. */
  crash: Readonly<{ cluster: string; failpoint: string }> | undefined;

  get stage(): JudgedStage {
    this.#needed ??= this.#needs.over(this.#whole);
    return this.#needed;
  }

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
    const mark = `_${stage.databaseMark ?? ""}`;
    this.databases.suffix = stage.name === "simulated" ? "" : mark + randomBytes(4).toString("hex");
  }

  set database(database: DatabaseServer) {
    this.#stage = Object.create(this.#whole, { database: { value: database } }) as JudgedStage;
    this.#needed = undefined;
  }

  set faulty(faulty: FaultyDatabase) {
    this.#faulty = faulty;
    this.database = faulty.server;
  }

  get faulty(): FaultyDatabase {
    if (!this.#faulty) throw new Error("the network to the scenario's database cannot fail");
    return this.#faulty;
  }

  /** Secret keys of the scenario's cloud users and of the cloud's administrator; none if the scenario has no cloud. */
  get cloudSecrets(): readonly string[] {
    if (!this.#needs.capabilities.has("cloud")) return [];
    const keys = [this.stage.cloud.administrator, ...this.clouds.users.values()];
    // The administrator's key of some clouds is a word, such as "test", which other texts may contain.
    return keys.map(({ secretAccessKey }) => secretAccessKey).filter(({ length }) => length >= 16);
  }

  get product(): DatabaseProduct {
    return productOf(this.stage.database);
  }

  /** Returns an operator of a cluster, who uses a token of their own where possible, and otherwise the root token. */
  cluster(name: string): ClusterActor {
    return this.#actorOf(this.#needs.of(this.#found(name)), () => this.clients.tokenOf(unnamedOperator, name));
  }

  /** Returns an operator for the set-up of a cluster, with the root token. Its capabilities need not be declared. */
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
    const known = { ...found, rootToken: this.rootTokens.get(found.name) ?? rootToken };
    return new ClusterActor(this.exchanges.over(known), (look, bound) => this.eventually(look, bound), token);
  }

  person(name: string): Person {
    const known = this.#people.get(name) ?? { passwords: [] };
    this.#people.set(name, known);
    return known;
  }

  credentialsOf(who: string): Credentials {
    const { credentials } = this.person(who);
    if (!credentials) throw new Error(`${who} has no credentials`);
    return credentials;
  }

  get last(): ApiReply {
    if (!this.#last) throw new Error("nothing was asked yet");
    return this.#last;
  }

  /** Stores the id of a cluster when it is first linked. `said` is the replication status, if it is known. */
  async noteClusterId(cluster: string, said?: Readonly<{ cluster_id?: string }>): Promise<void> {
    if (this.clusterIds.has(cluster) || this.#isAlone) return;
    const { cluster_id = "" } = said ?? (await this.setUp(cluster).status());
    this.clusterIds.set(cluster, cluster_id);
  }

  /** Sends a request and remembers its response and, for a refused write, the data at its path before and after it. */
  async try(cluster: string, request: ApiRequest): Promise<ApiReply> {
    const actor = this.cluster(cluster);
    if (request.method !== "GET" && request.method !== "LIST") await this.#caughtUp(cluster);
    this.lastWasAuthenticated = false;
    if (this.crash) {
      await this.duringCrash(() => actor.ask(request));
      this.#last = undefined;
      return noReply;
    }
    this.#last = await this.refusals.over(cluster, (asked) => actor.ask(asked), request);
    return this.#last;
  }

  async pass(milliseconds: number): Promise<void> {
    if (this.crash) await this.duringCrash(() => this.stage.pass(milliseconds));
    else await this.stage.pass(milliseconds);
  }

  /** Runs `task`, during which the cluster of `crash` crashes. Resolves when the cluster has been started again. */
  async duringCrash(task: () => Promise<unknown>): Promise<void> {
    const { crash } = this;
    this.crash = undefined;
    if (crash) await this.cluster(crash.cluster).crashAt(crash.failpoint, task);
  }

  /** Like {@link try}, but as a client. */
  async tryAs(client: string, cluster: string, request: ApiRequest): Promise<ApiReply> {
    const reply = await this.try(cluster, { ...request, ...(await this.clients.credentialOf(client, cluster)) });
    this.lastWasAuthenticated = this.clients.isKnown(client);
    return reply;
  }

  /** Sends a request as a client, which must be a success. Remembers its response, and the index of a write. */
  async sendAs(client: string, actor: ClusterActor, request: ApiRequest): Promise<ApiReply> {
    const reply = await actor.ask({ ...request, ...(await this.clients.credentialOf(client, actor.name)) });
    this.#last = reply;
    this.lastWasAuthenticated = this.clients.isKnown(client);
    const reason = reply.body?.errors?.join("; ") ?? "";
    expect(reply.status, `${request.method} ${request.path}: ${reason}`).to.be.within(200, 299);
    const { [indexHeader]: index } = reply.headers;
    if (request.method !== "GET" && index) this.person(client).index = index;
    return reply;
  }

  /** Like {@link sendAs}. After a write, also waits for the cluster's secondaries. */
  async doAs(client: string, cluster: string, request: ApiRequest): Promise<ApiReply> {
    const reply = await this.sendAs(client, this.cluster(cluster), request);
    if (request.method !== "GET" && request.method !== "LIST") await this.secondariesCaughtUp(cluster);
    return reply;
  }

  /** True if the other clusters of the stage do not exist, so that there is no replication to wait for. */
  get #isAlone(): boolean {
    const { clusters } = this.stage;
    return clusters.length > 1 && clusters.filter(({ replicates }) => replicates !== "not there").length === 1;
  }

  /** Lets a streaming secondary catch up, so that no entry arrives while a refused write is checked. */
  async #caughtUp(cluster: string): Promise<void> {
    if (this.stage.clusters.length === 1 || this.#isAlone) return;
    const { mode, state, primary_cluster_addr } = await this.setUp(cluster).status();
    const primary = this.stage.clusters.find(({ link }) => link === primary_cluster_addr);
    if (mode === "secondary" && state === "stream-wals" && primary) await this.secondariesCaughtUp(primary.name);
  }

  /**
   * Repeats `look` until it does not throw, and reports the time that this took. Throws the last error after a timeout.
   */
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

  /** Lets secondaries connect and catch up if they can. The steps of a second are short on a live stage too. */
  async aWhile(): Promise<void> {
    for (let second = 0; second < whileSeconds; second++) await this.stage.pass(1000);
  }

  /** Waits until the cluster's secondaries, unless idle, have its entries. Does not fail if one is too late. */
  async secondariesCaughtUp(cluster: string): Promise<void> {
    if (this.stage.clusters.length === 1 || this.#isAlone) return;
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
