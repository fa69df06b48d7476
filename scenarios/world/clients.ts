import type { ClusterActor } from "#harness/stages/cluster-actor.ts";

/** What a client may do: capabilities such as `read` by the paths that they hold on. */
type Grants = ReadonlyMap<string, readonly string[]>;

/** What an operator may do: everything, by a policy and not by a root token. */
const operatorGrants: Grants = new Map([["*", ["create", "read", "update", "patch", "delete", "list", "sudo"]]]);

/** The operator whom no sentence names: who does what is written without a person. */
export const unnamedOperator = "an operator";
/** A client that has no token. */
const unauthenticated = "an unauthenticated client";
/** A client whose token no cluster has given. */
const forgedClient = "a client with a made-up token";
const madeUpToken = "hvs.made-up";

/** How a client reaches clusters. */
type Reach = Readonly<{
  cluster: (name: string) => ClusterActor;
  /** Waits until what was written in a cluster is there, and on all that replicate from it. */
  settled: (cluster: string, look: () => Promise<unknown>) => Promise<void>;
}>;

type Client = {
  readonly grants: Map<string, readonly string[]>;
  /** The tokens that they use, by cluster. */
  readonly tokens: Map<string, string>;
  /** Tokens that went when a cluster was wiped. */
  readonly wiped: Map<string, string>;
};

/**
 * The clients of a scenario. Each has a policy of their own, which is replicated as policies are, and on each cluster that they turn to
 * a token with it, which is that cluster's alone. None is the root token or a child of it.
 */
export class Clients {
  readonly #reach: Reach;
  readonly #clients = new Map<string, Client>();
  readonly #operators = new Set<string>();
  /** The tokens of a cluster when it was backed up, by cluster and client. */
  readonly #backups = new Map<string, ReadonlyMap<string, string | undefined>>();

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** Whether the scenario has said what a client may do. */
  isKnown(name: string): boolean {
    return this.#clients.has(name);
  }

  /** Gives a client these capabilities beside those that they have, and a token of the cluster. */
  async admit(name: string, cluster: string, grants: Grants): Promise<void> {
    const client = this.#clients.get(name) ?? newClient();
    this.#clients.set(name, client);
    for (const [path, capabilities] of grants) client.grants.set(path, capabilities);
    await this.#writePolicy(name, cluster, client.grants);
    await this.tokenOf(name, cluster);
  }

  /** Lets a client do everything, on each cluster that they turn to. */
  async admitOperator(name: string, cluster: string): Promise<void> {
    this.#operators.add(name);
    await this.admit(name, cluster, operatorGrants);
  }

  /** Gives a client these capabilities in place of those that they have; their tokens stay. */
  async restrict(name: string, cluster: string, grants: Grants): Promise<void> {
    this.#known(name).grants.clear();
    for (const [path, capabilities] of grants) this.#known(name).grants.set(path, capabilities);
    await this.#reach.cluster(cluster).write(`sys/policies/acl/${policyOf(name)}`, { policy: policyText(grants) });
  }

  /** The token that a client has of a cluster, which they get when they first turn to it. */
  async tokenOf(name: string, cluster: string): Promise<string> {
    if (name === forgedClient) return madeUpToken;
    if (name === unnamedOperator) return await this.#operatorToken(cluster);
    const { tokens } = this.#known(name);
    const token = tokens.get(cluster) ?? (await this.newToken(name, cluster));
    tokens.set(cluster, token);
    return token;
  }

  /** What a client sends along with a request to a cluster: their token, or nothing. */
  async credentialOf(name: string, cluster: string): Promise<Readonly<{ token?: string }>> {
    return name === unauthenticated ? {} : { token: await this.tokenOf(name, cluster) };
  }

  /** The token that a client was given by a cluster, be it wiped since or not. */
  givenToken(name: string, cluster: string): string {
    const { tokens, wiped } = this.#known(name);
    const token = tokens.get(cluster) ?? wiped.get(cluster);
    if (token === undefined) throw new Error(`${name} has no token of ${cluster}`);
    return token;
  }

  /** A token of a cluster with a client's policy, which they use from now on. `ttl` is such as `10m`. */
  async newToken(name: string, cluster: string, ttl?: string): Promise<string> {
    if (this.#operators.has(name) && !(await this.#isOperator(name, cluster))) {
      // As its operators would have to: a secondary that has no data yet takes no policies.
      return this.#reach.cluster(cluster).rootToken;
    }
    const asked = { policies: [policyOf(name)], ...(ttl === undefined ? {} : { ttl }) };
    const { auth } = await this.#reach.cluster(cluster).write("auth/token/create-orphan", asked);
    const token = String(auth?.client_token);
    this.#known(name).tokens.set(cluster, token);
    return token;
  }

  /**
   * The token of the unnamed operator. Where none can be had, as on a cluster that is sealed or has lost its primary, it is the root token,
   * until one can.
   */
  async #operatorToken(cluster: string): Promise<string> {
    const operator = this.#clients.get(unnamedOperator) ?? newClient();
    this.#clients.set(unnamedOperator, operator);
    const known = operator.tokens.get(cluster);
    if (known !== undefined) return known;
    const actor = this.#reach.cluster(cluster);
    if (!(await this.#isOperator(unnamedOperator, cluster))) return actor.rootToken;
    // The policy "default" is the more specific one of some paths, and would take away from theirs.
    const body = { policies: [policyOf(unnamedOperator)], no_default_policy: true };
    const token = actor.rootToken;
    const made = await actor.ask({ method: "POST", path: "auth/token/create-orphan", token, body });
    if (made.status >= 300) return actor.rootToken;
    operator.tokens.set(cluster, String(made.body?.auth?.client_token));
    return String(made.body?.auth?.client_token);
  }

  /** From now on a client uses this token of a cluster, which a login gave them. */
  hold(name: string, cluster: string, token: string): void {
    const client = this.#clients.get(name) ?? newClient();
    this.#clients.set(name, client);
    client.tokens.set(cluster, token);
  }

  /** What was in a cluster is wiped: clients get new tokens when they turn to it again. */
  forgetTokensOf(cluster: string): void {
    for (const { tokens, wiped } of this.#clients.values()) {
      const token = tokens.get(cluster);
      if (token !== undefined) wiped.set(cluster, token);
      tokens.delete(cluster);
    }
  }

  /** A cluster was backed up, and the tokens that clients have of it with it. */
  noteBackup(cluster: string): void {
    this.#backups.set(cluster, new Map([...this.#clients].map(([name, { tokens }]) => [name, tokens.get(cluster)])));
  }

  /** A cluster was restored from its backup: clients have the tokens that they had then, and get new ones in place of others. */
  noteRestore(cluster: string): void {
    const backup = this.#backups.get(cluster);
    for (const [name, { tokens }] of this.#clients) {
      const token = backup?.get(name);
      if (token === undefined) tokens.delete(cluster);
      else tokens.set(cluster, token);
    }
  }

  #known(name: string): Client {
    const client = this.#clients.get(name);
    if (!client)
      throw new Error(`nothing says what ${name} may do: Given ${name} is a client of … who may "read" on "…"`);
    return client;
  }

  /** Whether a cluster knows an operator's policy, which is written where it replicates from no other. */
  async #isOperator(name: string, cluster: string): Promise<boolean> {
    const actor = this.#reach.cluster(cluster);
    const token = actor.rootToken;
    const path = `sys/policies/acl/${policyOf(name)}`;
    const { status } = await actor.ask({ method: "GET", path, token });
    if (status !== 404) return status < 300;
    const body = { policy: policyText(operatorGrants) };
    return (await actor.ask({ method: "POST", path, token, body })).status < 300;
  }

  async #writePolicy(name: string, cluster: string, grants: Grants): Promise<void> {
    const actor = this.#reach.cluster(cluster);
    await actor.write(`sys/policies/acl/${policyOf(name)}`, { policy: policyText(grants) });
    await this.#reach.settled(cluster, () => actor.read(`sys/policies/acl/${policyOf(name)}`));
  }
}

function newClient(): Client {
  return { grants: new Map(), tokens: new Map(), wiped: new Map() };
}

/** Capabilities and path as sentences tell them: `read, list` on `colours/*`. */
export function grantsOf(...pairs: readonly (readonly [capabilities: string, path: string])[]): Grants {
  return new Map(pairs.map(([capabilities, path]) => [path, capabilities.split(", ")]));
}

/** The name of a client's own policy. */
function policyOf(name: string): string {
  return `of-${name.toLowerCase().replaceAll(" ", "-")}`;
}

/** A policy in its language. */
export function policyText(grants: Grants): string {
  return [...grants]
    .map(([path, capabilities]) => `path ${JSON.stringify(path)} { capabilities = ${JSON.stringify(capabilities)} }`)
    .join("\n");
}
