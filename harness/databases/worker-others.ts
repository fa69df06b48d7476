import type { DatabaseServer } from "./database-server.ts";
import { type ServerProduct, type ServerSource, sourceOf } from "./server-source.ts";
import { startServer } from "./start-server.ts";

/** Products other than PostgreSQL that scenarios may need. Each is a capability of stages. */
export const otherProducts = ["mariadb", "redis"] as const;

export type OtherProduct = (typeof otherProducts)[number];

/**
 * The servers of one worker, except its PostgreSQL. A server is started when a scenario first needs it, and reused. A
 * server that failed to start is not started again.
 */
export interface WorkerOthers extends AsyncDisposable {
  readonly products: readonly OtherProduct[];
  /** Returns the server of this product; with `isEncrypted`, a separate one with TLS. Rejects with an `Unavailable`. */
  open(product: ServerProduct, how?: Readonly<{ isEncrypted?: boolean }>): Promise<DatabaseServer>;
}

type Start = typeof startServer;

/**
 * Determines which servers a worker can start. In CI, all count as available, so that a missing one fails the run
 * instead of skipping scenarios.
 */
export async function workerOthers(
  source: ServerSource | undefined,
  start: Start = startServer,
): Promise<WorkerOthers> {
  const found = await Promise.all(
    otherProducts.map(async (product) => process.env.CI === "true" || (await sourceOf(product, source)) !== undefined),
  );
  const open = new Map<string, Promise<DatabaseServer>>();

  async function living(key: string, begin: () => Promise<DatabaseServer>): Promise<DatabaseServer> {
    const last = await open.get(key);
    if (last && (await last.answers())) return last;
    await last?.[Symbol.asyncDispose]();
    return begin();
  }

  return {
    products: otherProducts.filter((_, index) => found[index]),
    open(product, { isEncrypted = false } = {}) {
      const key = `${product} ${isEncrypted}`;
      const server = living(key, () => start(product, { source, isEncrypted }));
      open.set(key, server);
      return server;
    },
    async [Symbol.asyncDispose]() {
      const started = await Promise.allSettled(open.values());
      open.clear();
      for (const one of started) if (one.status === "fulfilled") await one.value[Symbol.asyncDispose]();
    },
  };
}
