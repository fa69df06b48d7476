import { z } from "zod";
import type { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { type Child, startChild } from "./child.ts";
import { operatorOf } from "./operator.ts";

const started = z.object({ name: z.string(), api: z.string(), link: z.string(), rootToken: z.string() });
const memory = z.object({ now: z.number(), most: z.number(), held: z.number() });

export interface Members extends AsyncDisposable {
  readonly child: Child;
  start(name: string): Promise<ClusterActor>;
  /** Returns the memory of the process in megabytes: resident, its peak, and in use after a garbage collection. */
  memory(): Promise<z.infer<typeof memory>>;
}

export async function members(): Promise<Members> {
  const child = startChild("members", null);
  await child.next(z.literal("ready"));
  return {
    child,
    async start(name) {
      child.ask(name);
      const cluster = await child.next(started);
      return operatorOf(cluster, cluster.rootToken);
    },
    async memory() {
      child.ask("memory");
      return child.next(memory);
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
