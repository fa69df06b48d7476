import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf } from "#harness/databases/product.ts";
import { missingCapability } from "./missing-capability.ts";
import type { Capability, Stage } from "./stage.ts";

/** What scenarios may need of a database product. */
const abilities = ["sql", "user-expiry", "client-certificates", "url-escapes", "session-counts"] as const;

/**
 * The stage with a server of this product as its database server, and with what that can do. Rejects with `CannotBePlayed` where the stage can
 * have none.
 */
export async function onProduct(stage: Stage, kind: DatabaseServer["kind"]): Promise<Stage> {
  const { lacks } = productOf({ kind });
  const able = abilities.filter((ability) => !lacks.includes(ability));
  const capabilities: ReadonlySet<Capability> = new Set([...stage.capabilities, ...able]);
  if (kind === "postgresql") return Object.create(stage, { capabilities: { value: capabilities } });
  if (!capabilities.has(kind)) throw missingCapability(kind);
  const database = await stage.databaseOf(kind);
  return Object.create(stage, { capabilities: { value: capabilities }, database: { value: database } });
}
