import type { Store } from "#engine/ports/store.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf } from "#harness/databases/product.ts";
import type { History } from "#harness/history/history.ts";
import { sharedKeys, sharedKeysByPart, storedLeases } from "#harness/stages/quiescence/stored.ts";

export type SurveyOptions = Readonly<{
  history: History;
  stores: ReadonlyMap<string, Store>;
  /** Undefined if the world has no database. */
  database: DatabaseServer | undefined;
  members: readonly string[];
  /** True if the world may have had a paths filter: members may then store different keys. */
  isFiltered: boolean;
  pass: (milliseconds: number) => Promise<void>;
}>;

/**
 * Maximum number of reads of the stores, and pause between two reads in milliseconds. An entry that is written during a
 * read should reach all clusters before the next read.
 */
const looks = { count: 3, pause: 2_000 } as const;

/**
 * Records surveys in the history: the stored leases and the users of the database if there is one, and digests of the
 * replicated keys of the members.
 */
export async function survey(options: SurveyOptions): Promise<void> {
  const { history, stores, database, isFiltered } = options;
  if (database) {
    // Leases are read first, since a user is removed before its lease.
    for (const [cluster, store] of stores) {
      const items = Object.fromEntries((await storedLeases(store)).map((id) => [id, ""]));
      history.note({ type: "survey", of: "leases", cluster, items });
    }
    const users = await database.column(productOf(database).users);
    history.note({ type: "survey", of: "database users", items: Object.fromEntries(users.map((user) => [user, ""])) });
  }
  for (const [cluster, items] of await keysAtRest(options)) {
    history.note({ type: "survey", of: "keys by part", cluster, items });
    const store = isFiltered ? undefined : stores.get(cluster);
    if (store) history.note({ type: "survey", of: "keys", cluster, items: { shared: await sharedKeys(store) } });
  }
}

type Parts = Readonly<Record<string, string>>;

async function keysAtRest({ stores, members, pass }: SurveyOptions): Promise<ReadonlyMap<string, Parts>> {
  const found = new Map<string, Parts>();
  for (let look = 0; look < looks.count; look++) {
    if (look > 0) await pass(looks.pause);
    for (const name of members) {
      const store = stores.get(name);
      if (store) found.set(name, await sharedKeysByPart(store));
    }
    if (new Set([...found.values()].map((parts) => JSON.stringify(parts))).size <= 1) break;
  }
  return found;
}
