import type { Node, RangeVar, SelectStmt, SortBy } from "libpg-query";
import { currentRole, holds } from "./authority.ts";
import { ordered } from "./comparison.ts";
import { condition, evaluate, type RowContext } from "./expression.ts";
import { closed, existingTable, tableName } from "./object-names.ts";
import { refusal, unsupported } from "./refusal.ts";
import { oneRow, type Relation } from "./relation.ts";
import type { Rows, StatementContext } from "./statement-context.ts";
import { as, kindAndBody, names, refuseOthers } from "./syntax-tree.ts";
import { systemView } from "./system-views.ts";
import type { Value } from "./value.ts";

const supported = [
  "targetList",
  "fromClause",
  "whereClause",
  "distinctClause",
  "sortClause",
  "limitCount",
  "limitOption",
  "op",
];

/** Runs SELECT from at most one table or view. Supports WHERE, DISTINCT, ORDER BY, LIMIT, EXISTS and count(*). */
export function select(context: StatementContext, statement: SelectStmt, inner = false): Rows {
  refuseOthers(statement, supported, "SELECT");
  if (statement.op !== "SETOP_NONE") throw unsupported("SELECT of several SELECTs");
  const { targetList = [], whereClause, sortClause = [], distinctClause } = statement;
  const { relation, permit } = from(context, statement.fromClause);
  const scopeOf = (row: readonly Value[], isTrial = false): RowContext => ({
    context,
    relation,
    row,
    isTrial,
    exists,
    inner,
  });
  const targets = targetList.flatMap((node) => expand(node, relation));
  const keys = sortClause.flatMap((node) => sortKey(as("SortBy", node) ?? {}, targets));

  // A trial evaluation with NULLs finds errors even without rows, and before the permission check.
  const blank = scopeOf(
    relation.columns.map(({ type }) => ({ type, text: null })),
    true,
  );
  const counts = targets.filter(isCount).length;
  if (whereClause) condition(whereClause, blank);
  for (const node of [...targets, ...keys.map(({ node }) => node)]) if (!isCount(node)) evaluate(node, blank);
  permit();

  const matching = relation.rows.filter((row) => !whereClause || condition(whereClause, scopeOf(row)) === true);
  if (counts > 0) {
    if (counts < targets.length || keys.length > 0) throw unsupported("count(*) beside something else");
    return [targets.map(() => String(matching.length))];
  }
  const found = matching.map((row) => ({
    values: targets.map((target) => evaluate(target, scopeOf(row))),
    keys: keys.map(({ node, descending }) => ({ value: evaluate(node, scopeOf(row)), descending })),
  }));
  if (keys.length > 0) found.sort((one, other) => order(one.keys, other.keys));
  const rows = found.map(({ values }) => values.map(({ text }) => text));
  return limited(distinctClause ? distinct(rows, distinctClause) : rows, statement, blank);
}

function exists(query: Node, { context }: RowContext): boolean {
  const statement = as("SelectStmt", query);
  if (!statement) throw unsupported("this kind of subquery");
  return select(context, statement, true).length > 0;
}

function from(context: StatementContext, nodes: readonly Node[] = []): { relation: Relation; permit: () => void } {
  const [node] = nodes;
  if (!node) return { relation: oneRow, permit() {} };
  const range = as("RangeVar", node);
  if (!range || nodes.length > 1) throw unsupported("a query of more than one table");
  refuseOthers(range, ["catalogname", "schemaname", "relname", "inh", "relpersistence", "alias"], "FROM");
  if (!range.inh) throw unsupported("ONLY");
  if (range.alias?.colnames) throw unsupported("other names of columns");
  return table(context, range);
}

function table(context: StatementContext, range: RangeVar): { relation: Relation; permit: () => void } {
  const name = tableName(range);
  const shown = range.alias?.aliasname ?? name.table;
  const view = systemView(context, name);
  if (view) return { relation: { ...view, name: shown }, permit() {} };
  const found = existingTable(context, name);
  const columns = found.columns.map(({ name: column, type }) => ({ name: column, type: type.name }));
  return {
    relation: { name: shown, columns, rows: found.rows, isComplete: true },
    permit() {
      if (!holds(context, currentRole(context), { object: found, privileges: ["SELECT"] })) throw closed(found);
    },
  };
}

function expand(node: Node, { name, columns, isComplete }: Relation): readonly Node[] {
  const value = as("ResTarget", node)?.val;
  if (!value) throw unsupported("this kind of SELECT list");
  const fields = as("ColumnRef", value)?.fields;
  const last = fields?.at(-1);
  if (!fields || !last || kindAndBody(last)[0] !== "A_Star") return [value];
  const [qualifier = name] = names(fields.slice(0, -1));
  if (name === "") throw refusal("syntax", "SELECT * with no tables specified is not valid");
  if (qualifier !== name) throw refusal("no such table", `missing FROM-clause entry for table "${qualifier}"`);
  if (!isComplete) throw unsupported(`all columns of ${name}`);
  return columns.map((column) => ({ ColumnRef: { fields: [{ String: { sval: column.name } }] } }));
}

function isCount(node: Node): boolean {
  const { funcname, agg_star } = as("FuncCall", node) ?? {};
  return agg_star === true && names(funcname).at(-1) === "count";
}

type Key = Readonly<{ node: Node; descending: boolean }>;

function sortKey({ node, sortby_dir, sortby_nulls, useOp }: SortBy, targets: readonly Node[]): readonly Key[] {
  if (!node || useOp || sortby_nulls !== "SORTBY_NULLS_DEFAULT") throw unsupported("this kind of ORDER BY");
  const position = as("A_Const", node)?.ival?.ival;
  const meant = position === undefined ? node : targets[position - 1];
  if (!meant) throw refusal("syntax", `ORDER BY position ${position} is not in select list`);
  return [{ node: meant, descending: sortby_dir === "SORTBY_DESC" }];
}

function order(
  one: readonly Readonly<{ value: Value; descending: boolean }>[],
  other: readonly Readonly<{ value: Value }>[],
): number {
  for (const [index, { value, descending }] of one.entries()) {
    const against = other[index]?.value;
    const sign = against ? ordered(value, against) * (descending ? -1 : 1) : 0;
    if (sign !== 0) return sign;
  }
  return 0;
}

function distinct(rows: Rows, clause: readonly Node[]): Rows {
  if (clause.some((node) => Object.keys(node).length > 0)) throw unsupported("DISTINCT ON");
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

function limited(rows: Rows, { limitCount }: SelectStmt, scopeOf: RowContext): Rows {
  if (!limitCount) return rows;
  const { text } = evaluate(limitCount, scopeOf);
  return text === null ? rows : rows.slice(0, Number(text));
}
