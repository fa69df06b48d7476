import { ClusterActor } from "#harness/stages/cluster-actor.ts";
import type { Stage } from "#harness/stages/stage.ts";

export function actorOf(stage: Stage, name: string, rootToken?: string): ClusterActor {
  const cluster = stage.clusters.find((one) => one.name === name);
  if (!cluster) throw new Error(`there is no cluster ${name} on this stage`);
  const known = rootToken === undefined ? cluster : { ...cluster, rootToken };
  return new ClusterActor(known, (look, bound) => stage.eventually(look, bound));
}
