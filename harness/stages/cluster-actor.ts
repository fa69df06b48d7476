import type { ApiBody, ApiReply, ApiRequest } from "#harness/api/request.ts";
import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import type { Bound, StageCluster, StartedAs } from "./stage.ts";

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

/** Fields of the data of `sys/replication/performance/status` that scenarios use. */
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

type Eventually = <T>(look: () => Promise<T>, bound?: Bound) => Promise<T>;

const performance = "sys/replication/performance";

/** An operator of one cluster. Except for restarts and crashes, it uses only the HTTP API, as any client could. */
export class ClusterActor {
  readonly #cluster: StageCluster;
  readonly #eventually: Eventually;
  readonly #token: () => Promise<string>;

  /** `token` returns the operator's token. Default: the root token. */
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

  /** Runs `task`, crashes the cluster when it reaches the failpoint after `passes` earlier passes, and restarts it. */
  crashAt(failpoint: string, task: () => Promise<unknown>, passes = 0): Promise<void> {
    return this.#cluster.crashAt(failpoint, task, passes);
  }

  ask(request: ApiRequest): Promise<ApiReply> {
    return this.#cluster.call(request);
  }

  async askAsOperator(request: ApiRequest): Promise<ApiReply> {
    return this.#cluster.call({ ...request, token: await this.#token() });
  }

  /** Sends a request, by default with the operator's token. Throws {@link Refused} if the status is 300 or higher. */
  async send(method: ApiRequest["method"], path: string, body?: ApiRequest["body"], token?: string): Promise<ApiBody> {
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

  async read(path: string, token?: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.send("GET", path, undefined, token)).data ?? {};
  }

  write(path: string, body: Readonly<Record<string, unknown>> = {}, token?: string): Promise<ApiBody> {
    return this.send("POST", path, body, token);
  }

  async status(): Promise<ReplicationStatus> {
    const { replicates } = this.#cluster;
    if (replicates === "not there" || replicates === "not possible") return { mode: "disabled" };
    const body = (await this.#cluster.call({ method: "GET", path: `${performance}/status` })).body;
    return (body?.data ?? { mode: "unknown" }) as ReplicationStatus;
  }

  /**
   * Returns the key under which the primary stores the paths filter of this secondary, or "" if the status does not
   * report it.
   */
  async filterKey(): Promise<string> {
    return (await this.status())[this.#cluster.filterKey ?? "cluster_id"] ?? "";
  }

  /**
   * Makes the cluster a primary. Returns undefined, and changes nothing, if the scenario does not set up replication.
   */
  async enablePrimary(): Promise<ReplicationStatus | undefined> {
    if (await this.isLinkedAlready("primary")) return undefined;
    await this.write(`${performance}/primary/enable`);
    return this.#is("primary");
  }

  /** Creates an activation token for the secondary `id`. Returns "" if the scenario does not set up replication. */
  async secondaryToken(id: string): Promise<string> {
    if (this.#cluster.replicates !== undefined) return "";
    const answer = await this.write(`${performance}/primary/secondary-token`, { id });
    return answer.wrap_info?.token ?? "";
  }

  /** Starts to make the cluster a secondary and wipe its data, unless the scenario does not set up replication. */
  async enableSecondary(token: string): Promise<void> {
    if (await this.isLinkedAlready("secondary")) return;
    await this.write(`${performance}/secondary/enable`, { token });
  }

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
   * Waits until this secondary streams. Returns undefined at once if this cluster does not replicate in the scenario.
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

  /** True if the scenario does not set up the role of this cluster. Throws if a shared server's role is not `mode`. */
  async isLinkedAlready(mode: "primary" | "secondary"): Promise<boolean> {
    const { replicates } = this.#cluster;
    if (replicates !== "as it stands") return replicates !== undefined;
    if ((await this.status()).mode !== mode) throw missingCapability("fresh", `${this.name} is not a ${mode} there`);
    return true;
  }

  async #is(mode: string): Promise<ReplicationStatus> {
    const status = await this.status();
    if (status.mode !== mode) throw new Error(`${this.name} is ${status.mode}, not ${mode}`);
    return status;
  }
}
