import { ClusterActor } from "#harness/stages/cluster-actor.ts";
import type { Stage } from "#harness/stages/stage.ts";

/** Has the first cluster of `stage` lead and the others follow it. Resolves to all of them when the others stream. */
export async function linked(stage: Stage): Promise<readonly ClusterActor[]> {
  const clusters = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
  const [lead, ...followers] = clusters;
  if (!lead || followers.length === 0) return clusters;
  await lead.lead();
  for (const follower of followers) await follower.join(await lead.invite(follower.name));
  return clusters;
}
