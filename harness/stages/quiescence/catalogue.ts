import { productOf } from "#harness/databases/product.ts";
import type { RestingStage } from "./resting-stage.ts";

/** Returns the server kind of each existing user in `watch.users`, by user; undefined if a server cannot be read. */
export async function catalogue({
  servers,
  watch,
}: RestingStage): Promise<Readonly<Record<string, string>> | undefined> {
  const users: Record<string, string> = {};
  for (const server of servers) {
    const known = await server.column(productOf(server).users).catch(() => undefined);
    if (known === undefined) return undefined;
    for (const user of known) if (watch.users.has(user)) users[user] = server.kind;
  }
  return users;
}
