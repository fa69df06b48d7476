import { setTimeout as passed } from "node:timers/promises";
import type { Cluster } from "#cluster/cluster.ts";
import { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { spell, understand } from "#harness/stages/http-text.ts";

/** How long, in milliseconds, something is looked for, and how often. */
const patience = { whole: 30_000, pause: 10 } as const;

/** The operator of a cluster that stands on no stage. */
export function operatorOf({ name, api, link }: Cluster, rootToken: string): ClusterActor {
  const cluster = {
    name,
    api,
    link,
    rootToken,
    async call(request: Parameters<typeof spell>[0]) {
      const { method, target, headers, body } = spell(request);
      const reply = await fetch(api + target, { method, headers, ...(body === "" ? {} : { body }) });
      return understand(reply.status, await reply.text());
    },
    restart: () => Promise.reject(new Error("no cluster is restarted here")),
    restartAt: () => Promise.reject(new Error("no cluster is restarted here")),
  };
  return new ClusterActor(cluster, eventually);
}

/** Repeats `look` until it does not throw any more; after a while throws its last error. */
async function eventually<T>(look: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + patience.whole; ; await passed(patience.pause)) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
  }
}
