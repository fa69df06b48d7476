import type { DatabaseServer } from "./database-server.ts";
import { hasServer, type OtherProduct, otherProducts, startOtherServer } from "./other-servers.ts";
import type { ServerKind } from "./start-server.ts";

/** The servers of one worker beside its PostgreSQL. Each is started when a scenario first asks for it, and kept for the next. */
export interface WorkerOthers extends AsyncDisposable {
  /** The products that a server can be had of. */
  readonly products: readonly OtherProduct[];
  /** The server of this product. Rejects with an `Unavailable`. */
  open(product: OtherProduct): Promise<DatabaseServer>;
}

/** Finds out what servers a worker can have; `kind` says where from, as for PostgreSQL. */
export async function workerOthers(kind: ServerKind): Promise<WorkerOthers> {
  const found = await Promise.all(otherProducts.map((product) => hasServer(product, kind)));
  const open = new Map<OtherProduct, Promise<DatabaseServer>>();

  /** The server that runs, or a new one where there is none or it has died. */
  async function living(product: OtherProduct): Promise<DatabaseServer> {
    const last = await open.get(product)?.catch(() => undefined);
    if (last && (await last.answers())) return last;
    await last?.[Symbol.asyncDispose]();
    return startOtherServer(product, kind);
  }

  return {
    products: otherProducts.filter((_, index) => found[index]),
    open(product) {
      const server = living(product);
      open.set(product, server);
      return server;
    },
    async [Symbol.asyncDispose]() {
      const started = await Promise.allSettled(open.values());
      open.clear();
      for (const one of started) if (one.status === "fulfilled") await one.value[Symbol.asyncDispose]();
    },
  };
}
