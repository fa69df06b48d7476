import { setTimeout as passed } from "node:timers/promises";
import type { ApiBody, ApiRequest } from "#harness/api/request.ts";
import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import { cleaned } from "./permitted.ts";
import type { FilterKey } from "./target.ts";
import { TargetTrouble } from "./target-client.ts";
import type { SendAsOperator } from "./undo.ts";

const performance = "sys/replication/performance";
const filters = `${performance}/primary/paths-filter/`;

/** Maximum time until a cluster has a role, and the pause between looks, in milliseconds. */
const patience = { whole: 60_000, pause: 100 } as const;

/** A cluster of a target, to which requests are sent as an operator. */
export type LinkableCluster = Readonly<{
  name: string;
  link: string;
  send: SendAsOperator;
  /** Makes the cluster accept its token again after it has become a secondary. */
  joined: () => Promise<void>;
}>;

type Status = Readonly<{
  mode: string;
  state?: string;
  known_secondaries?: readonly string[];
  primary_cluster_addr?: string;
  known_primary_cluster_addrs?: readonly string[];
  secondary_id?: string;
}> &
  Readonly<Record<string, unknown>>;

type Secondary = Readonly<{ cluster: LinkableCluster; id: string; filter: ApiBody["data"] }>;

/** The replication between the clusters of a target as a scenario found it. */
export class FoundTopology {
  readonly #clusters: readonly LinkableCluster[];
  readonly #filterKey: FilterKey;
  readonly #primary: LinkableCluster | undefined;
  readonly #secondaries: readonly Secondary[];
  /** Paths of the filters that a scenario wrote, by the cluster to which it sent them. */
  readonly #written = new Map<string, Set<string>>();

  private constructor(
    clusters: readonly LinkableCluster[],
    filterKey: FilterKey,
    found: Readonly<{ primary: LinkableCluster | undefined; secondaries: readonly Secondary[] }>,
  ) {
    this.#clusters = clusters;
    this.#filterKey = filterKey;
    this.#primary = found.primary;
    this.#secondaries = found.secondaries;
  }

  /** Reads the roles of the clusters. Throws `CannotBePlayed` if a cluster outside of the target is linked to them. */
  static async read(clusters: readonly LinkableCluster[], filterKey: FilterKey): Promise<FoundTopology> {
    const statuses = await Promise.all(clusters.map(async (cluster) => ({ cluster, status: await statusOf(cluster) })));
    const primaries = statuses.filter(({ status }) => status.mode === "primary");
    const linked = statuses.filter(({ status }) => status.mode === "secondary");
    const [{ cluster: primary, status } = { cluster: undefined, status: undefined }] = primaries;
    const isOfPrimary = ({ status: { primary_cluster_addr: one, known_primary_cluster_addrs: more = [] } }: Linked) =>
      primary !== undefined && [one, ...more].includes(primary.link);
    const ids = linked.map((one) => one.status.secondary_id ?? one.cluster.name.toLowerCase());
    const foreign = [
      ...primaries.slice(1).map(({ cluster }) => `${cluster.name} is a second primary`),
      ...linked.filter((one) => !isOfPrimary(one)).map(({ cluster }) => `${cluster.name} has another primary`),
      ...(status?.known_secondaries ?? []).filter((id) => !ids.includes(id)).map((id) => `${id} is another secondary`),
    ];
    if (foreign[0] !== undefined) throw missingCapability("fresh", `${foreign[0]} there`);
    const secondaries: Secondary[] = [];
    for (const [index, { cluster, status: own }] of linked.entries()) {
      const path = `${filters}${own[filterKey]}`;
      const filter = (await primary?.send({ method: "GET", path }))?.body?.data;
      secondaries.push({ cluster, id: ids[index] ?? "", filter });
    }
    return new FoundTopology(clusters, filterKey, { primary, secondaries });
  }

  /** Records a request of the scenario to a cluster, if it writes a paths filter. */
  note(cluster: string, { method, path }: Pick<ApiRequest, "method" | "path">): void {
    if (method === "GET" || !cleaned(path).startsWith(filters)) return;
    const paths = this.#written.get(cluster) ?? new Set();
    this.#written.set(cluster, paths.add(cleaned(path)));
  }

  /** Disables replication on all clusters. */
  async unlink(): Promise<void> {
    for (const cluster of this.#clusters) {
      const { mode } = await statusOf(cluster);
      if (mode === "disabled") continue;
      await done(cluster, `${performance}/${mode}/disable`);
      await until(cluster, (status) => status.mode === "disabled");
    }
  }

  /** Deletes the recorded filters. Only a primary has them, and some servers keep them while replication is disabled. */
  async #deleteWritten(): Promise<void> {
    for (const cluster of this.#clusters) {
      const paths = this.#written.get(cluster.name);
      if (!paths) continue;
      await done(cluster, `${performance}/primary/enable`);
      await until(cluster, (status) => status.mode === "primary");
      for (const path of paths) await cluster.send({ method: "DELETE", path });
    }
    if (this.#written.size > 0) await this.unlink();
  }

  /** Deletes the filters of the scenario and links the clusters as they were. Throws a {@link TargetTrouble} if that fails. */
  async restore(): Promise<void> {
    await this.unlink();
    await this.#deleteWritten();
    const primary = this.#primary;
    if (!primary) return;
    await done(primary, `${performance}/primary/enable`);
    await until(primary, (status) => status.mode === "primary");
    for (const { cluster, id, filter } of this.#secondaries) {
      const { wrap_info, data } = await done(primary, `${performance}/primary/secondary-token`, { id });
      await done(cluster, `${performance}/secondary/enable`, { token: wrap_info?.token ?? data?.token });
      await cluster.joined();
      const status = await until(cluster, ({ mode, state }) => mode === "secondary" && state === "stream-wals");
      if (!filter) continue;
      await done(primary, `${filters}${status[this.#filterKey]}`, filter);
    }
  }
}

type Linked = Readonly<{ cluster: LinkableCluster; status: Status }>;

async function statusOf({ name, send }: LinkableCluster): Promise<Status> {
  const { status, body } = await send({ method: "GET", path: `${performance}/status` });
  if (status >= 300) throw new TargetTrouble(`${name} does not report its replication (status ${status})`);
  return (body?.data ?? { mode: "unknown" }) as Status;
}

async function done(
  { name, send }: LinkableCluster,
  path: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<ApiBody> {
  const reply = await send({ method: "POST", path, body });
  if (reply.status < 300) return reply.body ?? {};
  throw new TargetTrouble(`${name} answers POST ${path} with ${reply.status}: ${reply.body?.errors?.join("; ") ?? ""}`);
}

async function until(cluster: LinkableCluster, isSo: (status: Status) => boolean): Promise<Status> {
  for (const end = Date.now() + patience.whole; ; await passed(patience.pause)) {
    const status = await statusOf(cluster);
    if (isSo(status)) return status;
    if (Date.now() >= end)
      throw new TargetTrouble(`the replication of ${cluster.name} stays ${status.mode}, ${status.state}`);
  }
}
