import type { InsertStmt, Node } from "libpg-query";
import { currentRole, holds } from "./authority.ts";
import type { Column, Table } from "./catalog.ts";
import { evaluate } from "./expression.ts";
import { closed, existingTable, tableName } from "./object-names.ts";
import { refusal, unsupported } from "./refusal.ts";
import { oneRow } from "./relation.ts";
import type { StatementContext } from "./statement-context.ts";
import { as, items, refuseOthers } from "./syntax-tree.ts";
import { stored, type Value } from "./value.ts";

export function insert(context: StatementContext, statement: InsertStmt): void {
  refuseOthers(statement, ["relation", "cols", "selectStmt", "override"], "INSERT");
  const table = existingTable(context, tableName(statement.relation ?? {}));
  const columns = columnsNamed(table, statement.cols ?? []);
  const rows = valuesOf(statement.selectStmt).map((values) => rowOf(context, { table, columns, values }));
  if (!holds(context, currentRole(context), { object: table, privileges: ["INSERT"] })) throw closed(table);
  for (const row of rows) {
    refuseBroken(table, row);
    table.rows.push(row);
    context.catalog.journal.record(() => table.rows.pop());
  }
}

function columnsNamed(table: Table, nodes: readonly Node[]): readonly Column[] {
  if (nodes.length === 0) return table.columns;
  const found = nodes.map((node) => {
    const target = as("ResTarget", node) ?? {};
    refuseOthers(target, ["name"], "a column of INSERT");
    const column = table.columns.find(({ name }) => name === target.name);
    if (!column) {
      throw refusal("no such column", `column "${target.name}" of relation "${table.name}" does not exist`);
    }
    return column;
  });
  const twice = found.find((column, index) => found.indexOf(column) !== index);
  if (twice) throw refusal("column twice", `column "${twice.name}" specified more than once`);
  return found;
}

function valuesOf(node: Node | undefined): readonly (readonly Node[])[] {
  const query = as("SelectStmt", node) ?? {};
  refuseOthers(query, ["valuesLists", "limitOption", "op"], "INSERT");
  if (!query.valuesLists) throw unsupported("INSERT without VALUES");
  const rows = query.valuesLists.map(items);
  if (rows.some(({ length }) => length !== rows[0]?.length)) {
    throw refusal("syntax", "VALUES lists must all be the same length");
  }
  return rows;
}

type NewRow = Readonly<{ table: Table; columns: readonly Column[]; values: readonly Node[] }>;

function rowOf(context: StatementContext, { table, columns, values }: NewRow): readonly Value[] {
  if (values.length > columns.length) throw refusal("syntax", "INSERT has more expressions than target columns");
  // Without a column list, trailing columns may be omitted.
  if (values.length < columns.length && columns !== table.columns) {
    throw refusal("syntax", "INSERT has more target columns than expressions");
  }
  const exists = () => {
    throw unsupported("a subquery in INSERT");
  };
  const scope = { context, relation: oneRow, row: [], isTrial: false, exists, inner: false };
  return table.columns.map((column) => {
    const node = values[columns.indexOf(column)];
    const value: Value = node ? evaluate(node, scope) : { type: "unknown", text: null };
    return stored(value, { column: column.name, type: column.type });
  });
}

function refuseBroken(table: Table, row: readonly Value[]): void {
  for (const [index, { name, notNull, primaryKey }] of table.columns.entries()) {
    const text = row[index]?.text ?? null;
    if (notNull && text === null) {
      throw refusal(
        "null not allowed",
        `null value in column "${name}" of relation "${table.name}" violates not-null constraint`,
      );
    }
    if (primaryKey && table.rows.some((other) => other[index]?.text === text)) {
      throw refusal("not unique", `duplicate key value violates unique constraint "${table.name}_pkey"`);
    }
  }
}
