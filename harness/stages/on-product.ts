import type { Capability } from "#harness/capabilities/capability.ts";
import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf } from "#harness/databases/product.ts";
import { pluginAbilities } from "#harness/targets/target.ts";
import type { Stage } from "./stage.ts";

const abilities = ["sql", "user-expiry", "url-escapes", "session-counts"] as const;

/** Returns the stage with a server of this product as its database. Rejects with `CannotBePlayed` if it has none. */
export async function onProduct(stage: Stage, kind: DatabaseServer["kind"]): Promise<Stage> {
  const { lacks } = productOf({ kind });
  const all = stage.name === "remote" ? abilities : [...abilities, ...pluginAbilities];
  const able = all.filter((ability) => !lacks.includes(ability));
  const capabilities: ReadonlySet<Capability> = new Set([...stage.capabilities, ...able]);
  if (kind === "postgresql") return Object.create(stage, { capabilities: { value: capabilities } });
  if (!capabilities.has(kind)) throw missingCapability(kind);
  const database = await stage.databaseOf(kind);
  return Object.create(stage, { capabilities: { value: capabilities }, database: { value: database } });
}
