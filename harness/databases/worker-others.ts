import type { DatabaseServer } from "./database-server.ts";
import { type ServerProduct, type ServerSource, sourceOf } from "./server-source.ts";
import { startServer } from "./start-server.ts";

/** The products that scenarios may ask for beside PostgreSQL, each a capability of its stage. */
export const otherProducts = ["mariadb", "redis"] as const;

export type OtherProduct = (typeof otherProducts)[number];

/**
 * The servers of one worker beside its PostgreSQL. Each is started when a scenario first asks for it, and kept for the next. One that did not
 * start is not tried again: every scenario would wait for it, and be told another reason.
 */
export interface WorkerOthers extends AsyncDisposable {
  /** The products that a server can be had of. */
  readonly products: readonly OtherProduct[];
  /** The server of this product; `isEncrypted` is another one, which requires TLS. Rejects with an `Unavailable`. */
  open(product: ServerProduct, how?: Readonly<{ isEncrypted?: boolean }>): Promise<DatabaseServer>;
}

type Start = typeof startServer;

/**
 * Finds out what servers a worker can have; `source` says where from, as for PostgreSQL. In CI all are taken to be there, so that one that is
 * missing fails the run and does not leave its scenarios out.
 */
export async function workerOthers(
  source: ServerSource | undefined,
  start: Start = startServer,
): Promise<WorkerOthers> {
  const found = await Promise.all(
    otherProducts.map(async (product) => process.env.CI === "true" || (await sourceOf(product, source)) !== undefined),
  );
  const open = new Map<string, Promise<DatabaseServer>>();

  /** The server that runs, or a new one where there is none or it has died. */
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
