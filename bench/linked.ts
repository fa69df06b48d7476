import { ClusterActor } from "#harness/stages/cluster-actor.ts";
import type { Stage } from "#harness/stages/stage.ts";

/**
 * If `stage` has several clusters, makes the first one the primary and enables all others as secondaries. Does not wait
 * until they stream. Returns the operators of all clusters.
 */
export async function linked(stage: Stage): Promise<readonly ClusterActor[]> {
  const clusters = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
  const [primary, ...secondaries] = clusters;
  if (!primary || secondaries.length === 0) return clusters;
  await primary.enablePrimary();
  for (const secondary of secondaries) await secondary.enableSecondary(await primary.secondaryToken(secondary.name));
  return clusters;
}
