import type { DatabaseServer } from "./database-server.ts";
import { type ServerProduct, served, sourceOf } from "./server-source.ts";
import { startServer } from "./start-server.ts";

/**
 * A product, and how a test starts its server without a container. `skip` is the reason why it cannot be started, or
 * false.
 */
export type TestedProduct = Readonly<{
  product: ServerProduct;
  start: () => Promise<DatabaseServer>;
  skip: string | false;
}>;

/** Returns the products with real servers. In CI, none is skipped, so that a missing program fails the tests. */
export function eachProduct(): Promise<readonly TestedProduct[]> {
  return Promise.all(
    (["postgresql", "mariadb", "redis"] as const).map(async (product) => {
      const isThere = process.env.CI === "true" || (await sourceOf(product, "embedded")) !== undefined;
      const skip = isThere ? false : `there is no ${served[product].programs.join(" and ")} on the PATH`;
      return { product, start: () => startServer(product, { source: "embedded" }), skip };
    }),
  );
}
