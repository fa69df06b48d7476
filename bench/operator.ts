import { setTimeout as passed } from "node:timers/promises";
import type { Cluster } from "#cluster/cluster.ts";
import { callOver } from "#harness/api/http-call.ts";
import { ClusterActor } from "#harness/stages/cluster-actor.ts";
import type { StageCluster } from "#harness/stages/stage.ts";

/** Maximum duration of repeated checks, and pause between two checks, in milliseconds. */
const polling = { timeout: 30_000, pause: 10 } as const;

export function operatorOf(
  { name, api, link }: Pick<Cluster, "name" | "api" | "link">,
  rootToken: string,
): ClusterActor {
  const cluster: StageCluster = {
    name,
    api,
    link,
    rootToken,
    call: (request) => callOver(api, request),
    restart: () => Promise.reject(new Error("no cluster is restarted here")),
    crashAt: () => Promise.reject(new Error("no cluster is restarted here")),
  };
  return new ClusterActor(cluster, eventually);
}

async function eventually<T>(look: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + polling.timeout; ; await passed(polling.pause)) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
  }
}
