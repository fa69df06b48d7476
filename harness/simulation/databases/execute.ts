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
import { select } from "./select.ts";
import type { Rows, StatementContext } from "./statement-context.ts";
import { as, kindAndBody, type NodeKind, type NodeOf } from "./syntax-tree.ts";

type Statements = { readonly [Kind in NodeKind]?: (context: StatementContext, statement: NodeOf<Kind>) => void };

const statements: Statements = {
  CreateRoleStmt: createRole,
  AlterRoleStmt: alterRole,
  DropRoleStmt: dropRole,
  RenameStmt(context, statement) {
    if (statement.renameType !== "OBJECT_ROLE") throw unsupported("renaming anything but a role");
    renameRole(context, statement);
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

/** Runs one statement and returns its rows. Throws a refusal if the statement fails. */
export function execute(context: StatementContext, node: Node): Rows {
  // A dropped role cannot run statements, although its session continues.
  currentRole(context);
  const query = as("SelectStmt", node);
  if (query) return select(context, query);
  const [kind, statement] = kindAndBody(node);
  const run = statements[kind] as ((context: StatementContext, statement: object) => void) | undefined;
  if (!run) throw unsupported(kind.replace(/Stmt$/, ""));
  run(context, statement);
  return [];
}
