import type { CreateSchemaStmt } from "libpg-query";
import { currentRole, holds, isReserved, refuseForeignOwner, roleOf } from "./authority.ts";
import { addObject } from "./grant-statements.ts";
import { schemaNamed } from "./object-names.ts";
import { refusal } from "./refusal.ts";
import type { Scene } from "./scene.ts";
import { refuseOthers } from "./syntax-tree.ts";

/** CREATE SCHEMA without elements. */
export function createSchema(scene: Scene, statement: CreateSchemaStmt): void {
  refuseOthers(statement, ["schemaname", "authrole", "if_not_exists"], "CREATE SCHEMA");
  const { catalog, backend } = scene;
  const current = currentRole(scene);
  const owner = statement.authrole ? roleOf(scene, statement.authrole) : current;
  const name = statement.schemaname ?? owner.name;
  const database = catalog.objects.get(backend.database);
  if (!database || !holds(scene, current, { object: database, privileges: ["CREATE"] })) {
    throw refusal("permission denied", `permission denied for database ${database?.name}`);
  }
  refuseForeignOwner(scene, current, owner);
  if (isReserved(name)) throw refusal("name reserved", `unacceptable schema name "${name}"`);
  if (schemaNamed(scene, name)) {
    if (statement.if_not_exists) return;
    throw refusal("schema exists", `schema "${name}" already exists`);
  }
  addObject(scene, { kind: "schema", id: catalog.nextId(), name, owner: owner.id, database: backend.database });
}
