import { createHash, randomBytes } from "node:crypto";
import { setWorldConstructor, World } from "@cucumber/cucumber";
import type { CloudUser } from "#harness/cloud/cloud-provider.ts";
import { ExchangeWatch } from "#harness/reports/exchange-watch.ts";
import { spellDuration } from "#harness/reports/spell.ts";
import { ClusterActor } from "#harness/stages/cluster-actor.ts";
import type { StageSetting } from "#harness/stages/open-stage.ts";
import type { ApiBody, ApiReply, ApiRequest, Bound, Stage } from "#harness/stages/stage.ts";
import { Refusals } from "./refusals.ts";

/** Credentials of a dynamic role, and the whole answer that they came with. */
export type Credentials = Readonly<{
  username: string;
  password: string;
  lease: string;
  seconds: number;
  answer: ApiBody;
}>;

/** How long "a while" is: several times what a follower waits at most before it dials again. */
const whileSeconds = 30;

/** What somebody in a scenario holds. */
export type Person = {
  token?: string;
  /** What their last successful cloud login told. */
  auth?: Readonly<Record<string, unknown>>;
  credentials?: Credentials;
  noted?: Readonly<{ username: string; password: string }>;
  /** A wrapping token that they were given. */
  wrapped?: string;
  /** How far the data were after their last write: what they were told in the header for it. */
  index?: string;
  /** What a program of theirs logs in with. */
  program?: Readonly<{ roleId: string; secretId: string }>;
};

/** One scenario's stage, its people, and what was asked last. */
export class RehearsalWorld extends World<StageSetting> {
  #stage: Stage | undefined;
  /** Attaches every exchange to the report and knows which one a step judged. */
  readonly exchanges = new ExchangeWatch({
    attach: (body, mediaType) => void this.attach(body, mediaType),
    now: () => this.stage.now(),
  });
  /** The writes that were refused, and whether something changed all the same. */
  readonly refusals = new Refusals((cluster) => this.cluster(cluster).rootToken);
  readonly #people = new Map<string, Person>();
  readonly cloudUsers = new Map<string, CloudUser>();
  readonly clusterIds = new Map<string, string>();
  /** Shares of the unseal key of clusters that were initialised or rekeyed in the scenario. */
  readonly shares = new Map<string, readonly string[]>();
  /** The shares that opened a cluster before it was rekeyed. */
  readonly oldShares = new Map<string, readonly string[]>();
  /** Root tokens that are being made, by cluster. */
  readonly rootGenerations = new Map<string, Readonly<{ nonce: string; pad: string }>>();
  /** Root tokens that were made in the scenario, by cluster: they take the place of the one that stages give. */
  readonly rootTokens = new Map<string, string>();
  /** Passwords that scenarios set themselves, by user. */
  readonly knownPasswords = new Map<string, string>();
  /** The users that the database had before credentials were asked for that are not to be. */
  usersBefore: readonly string[] = [];
  /** What somebody saw at a cluster, by request, for who asks later whether it still is so. */
  readonly seen = new Map<string, Readonly<{ cluster: string; request: ApiRequest; reply: unknown }>>();
  /** What writers wrote who did not stop for a crash, by secret. */
  readonly writers = new Map<string, { attempts: number; readonly acknowledged: Map<number, string> }>();
  /** Values of tags for instances, by what scenarios call them. */
  readonly tags = new Map<string, string>();
  /** The activation token that is spoken of. */
  activation = "";
  /** Public keys that clusters made, by cluster: the last of each. */
  readonly publicKeys = new Map<string, string>();
  /** The answer to the last request that "somebody" made. */
  #last: ApiReply | undefined;
  /** Sets users and tables of a shared server apart from those of other scenarios; nothing on a stage of one's own. */
  #suffix = "";

  get stage(): Stage {
    if (!this.#stage) throw new Error("the stage is not set");
    return this.#stage;
  }

  get isSet(): boolean {
    return this.#stage !== undefined;
  }

  setStage(stage: Stage): void {
    this.#stage = stage;
    this.#suffix = stage.name === "simulated" ? "" : `_${randomBytes(4).toString("hex")}`;
  }

  cluster(name: string): ClusterActor {
    const found = this.stage.clusters.find((cluster) => cluster.name === name);
    if (!found) throw new Error(`there is no cluster ${name} on this stage`);
    const { rootToken } = found;
    const known = { ...found, rootToken: this.rootTokens.get(name) ?? rootToken };
    return new ClusterActor(this.exchanges.over(known), (look, bound) => this.eventually(look, bound));
  }

  person(name: string): Person {
    const known = this.#people.get(name) ?? {};
    this.#people.set(name, known);
    return known;
  }

  cloudUser(name: string): CloudUser {
    const user = this.cloudUsers.get(name);
    if (!user) throw new Error(`there is no cloud user ${name}`);
    return user;
  }

  tag(name: string): string {
    const value = this.tags.get(name);
    if (value === undefined) throw new Error(`there is no tag ${name}`);
    return value;
  }

  /** `path` with the values of tags in place of `{name}`. */
  withTags(path: string): string {
    return path.replace(/\{(\w+)\}/g, (_, name: string) => this.tag(name));
  }

  /** The name that a user or a table of the scenario really has in the database. */
  databaseName(name: string): string {
    return name + this.#suffix;
  }

  /** `text` with the names in the database in place of `{name}`. What stands in double braces is for the service. */
  withDatabaseNames(text: string): string {
    return text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (_, name: string) => this.databaseName(name));
  }

  /** A password that nobody could guess and that two runs of one seed have in common. */
  passwordFor(name: string): string {
    const password = createHash("sha256").update(`${name}${this.#suffix}`).digest("base64url").slice(0, 20);
    this.knownPasswords.set(name, password);
    return password;
  }

  get last(): ApiReply {
    if (!this.#last) throw new Error("nothing was asked yet");
    return this.#last;
  }

  /** Notes the cluster ID, for who asks later whether the cluster has kept it. */
  async noteClusterId(cluster: string): Promise<void> {
    this.clusterIds.set(cluster, (await this.cluster(cluster).status()).cluster_id ?? "");
  }

  /** Asks, and keeps the answer whatever it is; a write that is refused is looked up. */
  async try(cluster: string, request: ApiRequest): Promise<ApiReply> {
    const actor = this.cluster(cluster);
    if (request.method !== "GET" && request.method !== "LIST") await this.#caughtUp(cluster);
    this.#last = await this.refusals.over(cluster, (asked) => actor.ask(asked), request);
    return this.#last;
  }

  /** What arrives between two looks at a secondary is no change of a refused write: it waits until all there is has arrived. */
  async #caughtUp(cluster: string): Promise<void> {
    const { mode, state, primary_cluster_addr } = await this.cluster(cluster).status();
    const primary = this.stage.clusters.find(({ link }) => link === primary_cluster_addr);
    if (mode === "secondary" && state === "stream-wals" && primary) await this.followersHaveIt(primary.name);
  }

  /** Looks until what is claimed is so, and attaches how long that took on the stage. An error says how long it was looked for. */
  async eventually<T>(look: () => Promise<T>, bound?: Bound): Promise<T> {
    const began = this.stage.now();
    const waited = () => spellDuration(this.stage.now() - began);
    try {
      const found = await this.stage.eventually(look, bound);
      if (this.stage.now() > began) this.attach(`waited ${waited()}`, "text/plain");
      return found;
    } catch (error) {
      if (error instanceof Error) error.message += ` (looked for ${waited()})`;
      throw error;
    }
  }

  /** Gives somebody a policy of their own, in place of the one they had, and yields its name. */
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

  /** Lets so much time pass that whoever may follow has connected and has got all. Second by second, as each is a moment on a live stage too. */
  async aWhile(): Promise<void> {
    for (let second = 0; second < whileSeconds; second++) await this.stage.pass(1000);
  }

  /** Waits until all that follow this cluster have what it has written. */
  async followersHaveIt(cluster: string): Promise<void> {
    const { last_performance_wal = 0 } = await this.cluster(cluster).status();
    const { link } = this.stage.clusters.find(({ name }) => name === cluster) ?? {};
    for (const { name } of this.stage.clusters) {
      const { mode, state, primary_cluster_addr } = await this.cluster(name).status();
      if (mode !== "secondary" || primary_cluster_addr !== link || state === "idle") continue;
      await this.eventually(async () => {
        const { last_remote_wal = 0 } = await this.cluster(name).status();
        if (last_remote_wal < last_performance_wal) throw new Error(`${name} is behind ${cluster}`);
      });
    }
  }
}

setWorldConstructor(RehearsalWorld);
