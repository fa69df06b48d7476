import type { ClusterActor } from "#harness/stages/cluster-actor.ts";

/** Permissions of a client: capabilities such as `read`, by path. */
type Grants = ReadonlyMap<string, readonly string[]>;

const operatorGrants: Grants = new Map([["*", ["create", "read", "update", "patch", "delete", "list", "sudo"]]]);

export const unnamedOperator = "an operator";
const unauthenticated = "an unauthenticated client";
/** Designation of a client with a token that no cluster has issued. */
const forgedClient = "a client with a made-up token";
const madeUpToken = "hvs.made-up";

type Reach = Readonly<{
  cluster: (name: string) => ClusterActor;
  /** True if there is no replication: then policies and tokens can be created at the same time. */
  isAlone: () => boolean;
  /** Waits until `look` succeeds on a cluster, and for the cluster's secondaries. */
  settled: (cluster: string, look: () => Promise<unknown>) => Promise<void>;
}>;

type Client = {
  readonly grants: Map<string, readonly string[]>;
  readonly tokens: Map<string, string>;
  /** The client's tokens that became invalid when a cluster was wiped, by cluster. */
  readonly wiped: Map<string, string>;
};

/** The clients of a scenario: their permissions, and their tokens of each cluster. */
export class Clients {
  readonly #reach: Reach;
  readonly #clients = new Map<string, Client>();
  readonly #operators = new Set<string>();
  /** Tokens of the clients at the time of a backup, by cluster and client. */
  readonly #backups = new Map<string, ReadonlyMap<string, string | undefined>>();

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  isKnown(name: string): boolean {
    return this.#clients.has(name);
  }

  #client(name: string): Client {
    const client = this.#clients.get(name) ?? { grants: new Map(), tokens: new Map(), wiped: new Map() };
    this.#clients.set(name, client);
    return client;
  }

  /** Adds permissions to a client. The client gets a token of the cluster if it has none. */
  async admit(name: string, cluster: string, grants: Grants): Promise<void> {
    const client = this.#client(name);
    for (const [path, capabilities] of grants) client.grants.set(path, capabilities);
    await this.admitBy(name, cluster, policyText(client.grants));
  }

  /** Replaces the policy of a client. The client gets a token of the cluster if it has none. */
  async admitBy(name: string, cluster: string, policy: string): Promise<void> {
    this.#client(name);
    const path = `sys/policies/acl/${policyOf(name)}`;
    const actor = this.#reach.cluster(cluster);
    if (this.#reach.isAlone()) {
      await Promise.all([actor.write(path, { policy }), this.tokenOf(name, cluster)]);
      return;
    }
    await actor.write(path, { policy });
    await this.#reach.settled(cluster, () => actor.read(path));
    await this.tokenOf(name, cluster);
  }

  /** Allows a client to do everything, on each cluster that it uses. */
  async admitOperator(name: string, cluster: string): Promise<void> {
    this.#operators.add(name);
    await this.admit(name, cluster, operatorGrants);
  }

  /** Returns the client's token of a cluster, which is created on first use. The forged client has a made-up token. */
  async tokenOf(name: string, cluster: string): Promise<string> {
    if (name === forgedClient) return madeUpToken;
    if (name === unnamedOperator) return await this.#operatorToken(cluster);
    const { tokens } = this.#known(name);
    const token = tokens.get(cluster) ?? (await this.newToken(name, cluster));
    tokens.set(cluster, token);
    return token;
  }

  async credentialOf(name: string, cluster: string): Promise<Readonly<{ token?: string }>> {
    return name === unauthenticated ? {} : { token: await this.tokenOf(name, cluster) };
  }

  /** Returns the token that a cluster issued to the client, even if the cluster was wiped later. Throws if none. */
  givenToken(name: string, cluster: string): string {
    const { tokens, wiped } = this.#known(name);
    const token = tokens.get(cluster) ?? wiped.get(cluster);
    if (token === undefined) throw new Error(`${name} has no token of ${cluster}`);
    return token;
  }

  /** Creates a token with the client's policy. For an operator without a policy there, returns the root token. */
  async newToken(name: string, cluster: string, ttl?: string): Promise<string> {
    if (this.#operators.has(name) && !this.#reach.isAlone() && !(await this.#isOperator(name, cluster))) {
      // Operators have no other token here: a secondary without data accepts no policies.
      return this.#reach.cluster(cluster).rootToken;
    }
    const asked = { policies: [policyOf(name)], ...(ttl === undefined ? {} : { ttl }) };
    const { auth } = await this.#reach.cluster(cluster).write("auth/token/create-orphan", asked);
    const token = String(auth?.client_token);
    this.#known(name).tokens.set(cluster, token);
    return token;
  }

  async #operatorToken(cluster: string): Promise<string> {
    const { tokens } = this.#client(unnamedOperator);
    const known = tokens.get(cluster);
    if (known !== undefined) return known;
    const actor = this.#reach.cluster(cluster);
    const admitted = this.#isOperator(unnamedOperator, cluster);
    if (!this.#reach.isAlone() && !(await admitted)) return actor.rootToken;
    // For some paths, the policy "default" is more specific and would restrict the operator's policy.
    const body = { policies: [policyOf(unnamedOperator)], no_default_policy: true };
    const token = actor.rootToken;
    const creating = actor.ask({ method: "POST", path: "auth/token/create-orphan", token, body });
    const [made, isAdmitted] = await Promise.all([creating, admitted]);
    if (made.status >= 300 || !isAdmitted) return actor.rootToken;
    this.hold(unnamedOperator, cluster, String(made.body?.auth?.client_token));
    return String(made.body?.auth?.client_token);
  }

  hold(name: string, cluster: string, token: string): void {
    this.#client(name).tokens.set(cluster, token);
  }

  /** Must be called when a cluster is wiped: clients get new tokens when they next use it. */
  forgetTokensOf(cluster: string): void {
    for (const { tokens, wiped } of this.#clients.values()) {
      const token = tokens.get(cluster);
      if (token !== undefined) wiped.set(cluster, token);
      tokens.delete(cluster);
    }
  }

  /** Must be called when a cluster is backed up. Remembers the current tokens of all clients. */
  noteBackup(cluster: string): void {
    this.#backups.set(cluster, new Map([...this.#clients].map(([name, { tokens }]) => [name, tokens.get(cluster)])));
  }

  /** Must be called when a cluster is restored: clients use their tokens from the backup, or get new ones. */
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

  async #isOperator(name: string, cluster: string): Promise<boolean> {
    const actor = this.#reach.cluster(cluster);
    const token = actor.rootToken;
    const path = `sys/policies/acl/${policyOf(name)}`;
    if (!this.#reach.isAlone()) {
      const { status } = await actor.ask({ method: "GET", path, token });
      if (status !== 404) return status < 300;
    }
    const body = { policy: policyText(operatorGrants) };
    return (await actor.ask({ method: "POST", path, token, body })).status < 300;
  }
}

function policyOf(name: string): string {
  return `of-${name.toLowerCase().replaceAll(" ", "-")}`;
}

function policyText(grants: Grants): string {
  return [...grants]
    .map(([path, capabilities]) => `path ${JSON.stringify(path)} { capabilities = ${JSON.stringify(capabilities)} }`)
    .join("\n");
}
