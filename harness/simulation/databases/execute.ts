import type { Node } from "libpg-query";
import { currentRole } from "./authority.ts";
import { createSchema } from "./create-schema.ts";
import { createTable } from "./create-table.ts";
import { createDatabase, dropDatabase } from "./database-statements.ts";
import { drop } from "./drop.ts";
import { alterDefaultPrivileges, grantPrivileges } from "./grant-statements.ts";
import { insert } from "./insert.ts";
import { grantRole } from "./membership-statements.ts";
import { dropOwned, reassignOwned } from "./ownership-statements.ts";
import { unsupported } from "./refusal.ts";
import { alterRole, createRole, dropRole, renameRole } from "./role-statements.ts";
import type { Rows, Scene } from "./scene.ts";
import { select } from "./select.ts";
import { as, kindAndBody, type NodeKind, type NodeOf } from "./syntax-tree.ts";

type Statements = { readonly [Kind in NodeKind]?: (scene: Scene, statement: NodeOf<Kind>) => void };

/** What the server understands beside SELECT; all else is refused, never passed over. */
const statements: Statements = {
  CreateRoleStmt: createRole,
  AlterRoleStmt: alterRole,
  DropRoleStmt: dropRole,
  RenameStmt(scene, statement) {
    if (statement.renameType !== "OBJECT_ROLE") throw unsupported("to rename anything but a role");
    renameRole(scene, statement);
  },
  GrantRoleStmt: grantRole,
  GrantStmt: grantPrivileges,
  AlterDefaultPrivilegesStmt: alterDefaultPrivileges,
  DropOwnedStmt: dropOwned,
  ReassignOwnedStmt: reassignOwned,
  CreateStmt: createTable,
  CreateSchemaStmt: createSchema,
  CreatedbStmt: createDatabase,
  DropdbStmt: dropDatabase,
  DropStmt: drop,
  InsertStmt: insert,
};

/** Runs one statement and answers its rows. Throws the server's refusal. */
export function execute(scene: Scene, node: Node): Rows {
  // A role that was dropped can do nothing more, though its session lasts.
  currentRole(scene);
  const query = as("SelectStmt", node);
  if (query) return select(scene, query);
  const [kind, statement] = kindAndBody(node);
  const run = statements[kind] as ((scene: Scene, statement: object) => void) | undefined;
  if (!run) throw unsupported(kind.replace(/Stmt$/, ""));
  run(scene, statement);
  return [];
}
