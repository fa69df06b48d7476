import { ClusterActor } from "#harness/stages/cluster-actor.ts";
import type { Stage } from "#harness/stages/stage.ts";

/**
 * Makes the first cluster of `stage` the primary and enables the others as secondaries, if there are
 * any. Does not wait until they stream.
 */
export async function linked(stage: Stage): Promise<readonly ClusterActor[]> {
  const clusters = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
  const [primary, ...secondaries] = clusters;
  if (!primary || secondaries.length === 0) return clusters;
  await primary.enablePrimary();
  for (const secondary of secondaries) await secondary.enableSecondary(await primary.secondaryToken(secondary.name));
  return clusters;
}
