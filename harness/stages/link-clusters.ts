import { ClusterActor } from "./cluster-actor.ts";
import type { Stage, Topology } from "./stage.ts";

export type LinkOptions = Readonly<{
  replication: NonNullable<Topology["replication"]>;
  /** Whether a cluster has stored no client's data yet. Enabling a secondary wipes it, so all others are left as they are. */
  isNew: (cluster: string) => boolean;
}>;

/** What a cluster does in replication: `mode` is `primary`, `secondary` or `disabled`; `primary` is the name of the one that a secondary replicates from. */
type Role = Readonly<{ mode: string; primary?: string }>;

/** The role of a cluster of `stage`, as its status tells. A secondary whose primary is not known, or not of this stage, has no `primary`. */
export async function roleOf(name: string, { clusters, eventually }: Stage): Promise<Role> {
  const cluster = clusters.find((one) => one.name === name);
  if (!cluster) return { mode: "disabled" };
  const { mode, primary_cluster_addr } = await new ClusterActor(cluster, eventually).status();
  const primary = clusters.find(({ link }) => link === primary_cluster_addr)?.name;
  return mode === "secondary" && primary !== undefined ? { mode, primary } : { mode };
}

/**
 * Enables performance replication as a topology says, on clusters that are unsealed. A secondary is known to its primary by its name in
 * lower case. Resolves when every secondary that was enabled streams. Clusters that are not new keep their part, whatever it is by now;
 * a new secondary is enabled only where the other is the primary.
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
