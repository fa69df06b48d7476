import { ClusterActor } from "./cluster-actor.ts";
import type { Stage, Topology } from "./stage.ts";

export type LinkOptions = Readonly<{
  replication: NonNullable<Topology["replication"]>;
  /** True if a cluster had no data when its store was opened. */
  isNew: (cluster: string) => boolean;
}>;

type Role = Readonly<{ mode: string; primary?: string }>;

/** Returns the role of a cluster. `primary` is present only for a secondary whose primary is on this stage. */
export async function roleOf(name: string, { clusters, eventually }: Stage): Promise<Role> {
  const cluster = clusters.find((one) => one.name === name);
  if (!cluster) return { mode: "disabled" };
  const { mode, primary_cluster_addr } = await new ClusterActor(cluster, eventually).status();
  const primary = clusters.find(({ link }) => link === primary_cluster_addr)?.name;
  return mode === "secondary" && primary !== undefined ? { mode, primary } : { mode };
}

/**
 * Links unsealed clusters according to a topology. Resolves when every new secondary streams. The id of a secondary is
 * its name in lower case. Clusters with data keep their role. If the topology's primary has data and another role,
 * nothing is changed.
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
