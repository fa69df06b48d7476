import type { DatabaseServer } from "./database-server.ts";
import { type ServerProduct, served, sourceOf } from "./server-source.ts";
import { startServer } from "./start-server.ts";

/**
 * A product whose server a test can start without a container. `skip` is the reason if it cannot.
 */
export type TestedProduct = Readonly<{
  product: ServerProduct;
  start: () => Promise<DatabaseServer>;
  skip: string | false;
}>;

/** Returns every product with real servers. In CI none may be missing. */
export function eachProduct(): Promise<readonly TestedProduct[]> {
  return Promise.all(
    (["postgresql", "mariadb", "redis"] as const).map(async (product) => {
      const isThere = process.env.CI === "true" || (await sourceOf(product, "embedded")) !== undefined;
      const skip = isThere ? false : `there is no ${served[product].programs.join(" and ")} on the PATH`;
      return { product, start: () => startServer(product, { source: "embedded" }), skip };
    }),
  );
}
