import { missingCapability } from "./missing-capability.ts";
import type { ApiBody, ApiReply, ApiRequest, Bound, StageCluster, StartedAs } from "./stage.ts";

/** A request that a scenario expected to succeed and that did not. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  readonly errors: readonly string[];

  constructor(cluster: string, { method, path }: ApiRequest, { status, body }: ApiReply) {
    const errors = body?.errors ?? [];
    super(`${cluster} answered ${method} ${path} with ${status}${errors.length > 0 ? `: ${errors.join("; ")}` : ""}`);
    this.status = status;
    this.errors = errors;
  }
}

/** What `sys/replication/performance/status` tells. */
export type ReplicationStatus = Readonly<{
  mode: string;
  state?: string;
  cluster_id?: string;
  era?: number;
  known_secondaries?: readonly string[];
  secondaries?: readonly Readonly<{ node_id: string; connection_status: string }>[];
  connection_state?: string;
  connection_error?: string;
  secondary_id?: string;
  primary_cluster_addr?: string;
  known_primary_cluster_addrs?: readonly string[];
  last_wal?: number;
  last_performance_wal?: number;
  last_remote_wal?: number;
  right_to_lead?: string;
  outdated_store?: Readonly<{ ahead: string; ahead_wal: number | null }>;
  given_up?: Readonly<{
    entries: number;
    first_wal: number;
    last_wal: number;
    mounts: readonly string[];
    removed_mounts: readonly string[];
  }>;
}>;

/** Looks again and again, within a bound or as long as is reasonable on the stage. */
type Eventually = <T>(look: () => Promise<T>, bound?: Bound) => Promise<T>;

const performance = "sys/replication/performance";

/** An operator at one cluster: each operation once, over HTTP, as any client could do it. */
export class ClusterActor {
  readonly #cluster: StageCluster;
  readonly #eventually: Eventually;
  readonly #token: () => Promise<string>;

  /** `token` gives what the operator authenticates with; the root token by default. */
  constructor(cluster: StageCluster, eventually: Eventually, token = async () => cluster.rootToken) {
    this.#cluster = cluster;
    this.#eventually = eventually;
    this.#token = token;
  }

  get name(): string {
    return this.#cluster.name;
  }

  get api(): string {
    return this.#cluster.api;
  }

  get rootToken(): string {
    return this.#cluster.rootToken;
  }

  restart(as?: StartedAs): Promise<void> {
    return this.#cluster.restart(as);
  }

  /** Runs `task`, whatever its outcome, and has the cluster killed at the named failpoint, passed by `passes` times before, and started again. */
  crashAt(failpoint: string, task: () => Promise<unknown>, passes = 0): Promise<void> {
    return this.#cluster.crashAt(failpoint, task, passes);
  }

  /** Sends a request as it is, whatever the answer. */
  ask(request: ApiRequest): Promise<ApiReply> {
    return this.#cluster.call(request);
  }

  /** Sends a request with the operator's token, whatever the answer. */
  async askAsOperator(request: ApiRequest): Promise<ApiReply> {
    return this.#cluster.call({ ...request, token: await this.#token() });
  }

  /** Sends a request that has to succeed, with the operator's token unless another is given. Throws {@link Refused}. */
  async tell(method: ApiRequest["method"], path: string, body?: ApiRequest["body"], token?: string): Promise<ApiBody> {
    const request: ApiRequest = {
      method,
      path,
      token: token ?? (await this.#token()),
      ...(body === undefined ? {} : { body }),
    };
    const reply = await this.#cluster.call(request);
    if (reply.status >= 300) throw new Refused(this.name, request, reply);
    return reply.body ?? {};
  }

  /** The data at a path. Throws {@link Refused} when there are none. */
  async read(path: string, token?: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.tell("GET", path, undefined, token)).data ?? {};
  }

  write(path: string, body: Readonly<Record<string, unknown>> = {}, token?: string): Promise<ApiBody> {
    return this.tell("POST", path, body, token);
  }

  async status(): Promise<ReplicationStatus> {
    const { replicates } = this.#cluster;
    if (replicates === "not there" || replicates === "not possible") return { mode: "disabled" };
    const body = (await this.#cluster.call({ method: "GET", path: `${performance}/status` })).body;
    return (body?.data ?? { mode: "unknown" }) as ReplicationStatus;
  }

  /** The key of this secondary's paths filter, which its primary knows it by. */
  async filterKey(): Promise<string> {
    return (await this.status())[this.#cluster.filterKey ?? "cluster_id"] ?? "";
  }

  /** Resolves to what the cluster then says of itself; undefined where linking clusters is not the scenario's business, or they are linked already. */
  async enablePrimary(): Promise<ReplicationStatus | undefined> {
    if (await this.#isLinkedAlready("primary")) return undefined;
    await this.write(`${performance}/primary/enable`);
    return this.#is("primary");
  }

  /** An activation token for a secondary of this name; none where linking clusters is not the scenario's business. */
  async secondaryToken(id: string, ttl?: string): Promise<string> {
    if (this.#cluster.replicates !== undefined) return "";
    const answer = await this.write(`${performance}/primary/secondary-token`, { id, ...(ttl ? { ttl } : {}) });
    return answer.wrap_info?.token ?? "";
  }

  /** Sets out to become a secondary with an activation token; all that was here is wiped, and what the primary has is copied. */
  async enableSecondary(token: string): Promise<void> {
    if (await this.#isLinkedAlready("secondary")) return;
    await this.write(`${performance}/secondary/enable`, { token });
  }

  /** Replicates from another primary with its activation token, without a wipe. */
  async updatePrimary(token: string): Promise<void> {
    await this.write(`${performance}/secondary/update-primary`, { token });
    await this.#is("secondary");
  }

  async demote(): Promise<void> {
    await this.write(`${performance}/primary/demote`);
    await this.#is("secondary");
  }

  async promote(): Promise<void> {
    await this.write(`${performance}/secondary/promote`);
    await this.#is("primary");
  }

  async promoteByForce(): Promise<void> {
    await this.write(`${performance}/secondary/promote`, { force: true });
    await this.#is("primary");
  }

  /**
   * Waits until this cluster streams from its primary, and resolves to what it then says of itself; undefined where linking is not the scenario's
   * business. No other method waits for it.
   */
  async streams(): Promise<ReplicationStatus | undefined> {
    const { replicates } = this.#cluster;
    if (replicates !== undefined && replicates !== "as it stands") return undefined;
    return await this.#eventually(async () => {
      const status = await this.status();
      const { mode, state } = status;
      if (mode !== "secondary" || state !== "stream-wals") throw new Error(`${this.name} is ${mode}, ${state}`);
      return status;
    });
  }

  /** Whether there is nothing to do to make this cluster a primary or a secondary. Throws where it would have to be and is not. */
  async #isLinkedAlready(mode: "primary" | "secondary"): Promise<boolean> {
    const { replicates } = this.#cluster;
    if (replicates !== "as it stands") return replicates !== undefined;
    if ((await this.status()).mode !== mode) throw missingCapability("fresh", `${this.name} is no ${mode} there`);
    return true;
  }

  /** Looks once: what a cluster has said that it did is done. */
  async #is(mode: string): Promise<ReplicationStatus> {
    const status = await this.status();
    if (status.mode !== mode) throw new Error(`${this.name} is ${status.mode}, not ${mode}`);
    return status;
  }
}
