import type { DropStmt } from "libpg-query";
import { currentRole, owns } from "./authority.ts";
import type { OwnedObject } from "./catalog.ts";
import { existingSchema, isSystemRelation, notOwner, printed, schemaNamed, tableNamed } from "./object-names.ts";
import { dropObject } from "./ownership-statements.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { Scene } from "./scene.ts";
import { as, items, names } from "./syntax-tree.ts";

/** DROP TABLE and DROP SCHEMA. */
export function drop(scene: Scene, { objects = [], removeType, missing_ok, behavior }: DropStmt): void {
  const cascade = behavior === "DROP_CASCADE";
  const named = objects.flatMap((node) => {
    if (removeType === "OBJECT_TABLE") return tableToDrop(scene, names(items(node)), missing_ok ?? false) ?? [];
    if (removeType === "OBJECT_SCHEMA")
      return schemaToDrop(scene, as("String", node)?.sval ?? "", missing_ok ?? false) ?? [];
    throw unsupported(`DROP of ${removeType?.replace("OBJECT_", "")}`);
  });
  for (const object of named) dropObject(scene.catalog, object, { cascade });
}

function tableToDrop(scene: Scene, path: readonly string[], missingOk: boolean): OwnedObject | undefined {
  const name = { schema: path.at(-2), table: path.at(-1) ?? "" };
  if (isSystemRelation(name)) throw unsupported("to drop what is the system's");
  if (name.schema !== undefined && !missingOk) existingSchema(scene, name.schema);
  const table = tableNamed(scene, name);
  if (!table) {
    if (missingOk) return undefined;
    throw refusal("no such table", `table "${printed(name)}" does not exist`);
  }
  const schema = scene.catalog.objects.get(table.schema);
  const current = currentRole(scene);
  if (!owns(scene, current, table) && !(schema && owns(scene, current, schema))) throw notOwner("table", table.name);
  return table;
}

function schemaToDrop(scene: Scene, name: string, missingOk: boolean): OwnedObject | undefined {
  const schema = missingOk ? schemaNamed(scene, name) : existingSchema(scene, name);
  if (schema && !owns(scene, currentRole(scene), schema)) throw notOwner("schema", name);
  return schema;
}
