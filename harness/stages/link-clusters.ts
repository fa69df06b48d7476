import { ClusterActor } from "./cluster-actor.ts";
import type { Stage, Topology } from "./stage.ts";

export type LinkOptions = Readonly<{
  replication: NonNullable<Topology["replication"]>;
  /**
   * True if a cluster has not stored any client's data. Enabling a secondary wipes it, so other
   * clusters are not changed.
   */
  isNew: (cluster: string) => boolean;
}>;

/**
 * Replication role: `mode` is `primary`, `secondary` or `disabled`; `primary` names the cluster
 * that a secondary replicates from.
 */
type Role = Readonly<{ mode: string; primary?: string }>;

/**
 * Returns the role of a cluster from its status. A secondary whose primary is unknown or not on
 * this stage has no `primary`.
 */
export async function roleOf(name: string, { clusters, eventually }: Stage): Promise<Role> {
  const cluster = clusters.find((one) => one.name === name);
  if (!cluster) return { mode: "disabled" };
  const { mode, primary_cluster_addr } = await new ClusterActor(cluster, eventually).status();
  const primary = clusters.find(({ link }) => link === primary_cluster_addr)?.name;
  return mode === "secondary" && primary !== undefined ? { mode, primary } : { mode };
}

/**
 * Enables performance replication on unsealed clusters according to a topology. The id of a
 * secondary is its name in lower case. Resolves when every enabled secondary streams. Clusters with
 * data keep their role; a new secondary is enabled only if the topology's primary is currently the
 * primary.
 */
export async function linkClusters(stage: Stage, { replication, isNew }: LinkOptions): Promise<void> {
  const actors = new Map(stage.clusters.map((one) => [one.name, new ClusterActor(one, stage.eventually)]));
  const primary = actors.get(replication.primary);
  if (!primary) throw new Error(`there is no cluster ${replication.primary} on this stage`);
  if (isNew(primary.name)) await primary.enablePrimary();
  else if ((await primary.status()).mode !== "primary") return;
  for (const name of replication.secondaries.filter(isNew)) {
    const secondary = actors.get(name);
    await secondary?.enableSecondary(await primary.secondaryToken(name.toLowerCase()));
    await secondary?.streams();
  }
}
