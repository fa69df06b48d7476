import type { A_Const, A_Expr, ColumnRef, FuncCall, Node, TypeCast } from "libpg-query";
import { currentRole } from "./authority.ts";
import { compared } from "./comparison.ts";
import { callFunction } from "./functions.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { Relation } from "./relation.ts";
import type { StatementContext } from "./statement-context.ts";
import { as, items, kindAndBody, names, refuseOthers } from "./syntax-tree.ts";
import { familyOf, nothing, readAs, type TypeName, truth, type Value } from "./value.ts";

/** Context in which an expression is evaluated: one row of a relation. */
export type RowContext = Readonly<{
  context: StatementContext;
  relation: Relation;
  row: readonly Value[];
  /** True if the expression is evaluated only to find errors. Functions must then have no side effects. */
  isTrial: boolean;
  /** For EXISTS: returns true if the subquery returns rows. */
  exists: (query: Node, scope: RowContext) => boolean;
  inner: boolean;
}>;

/** Returns the value of an expression. Throws a refusal if it is invalid or not supported. */
export function evaluate(node: Node, scope: RowContext): Value {
  const [kind, body] = kindAndBody(node);
  switch (kind) {
    case "A_Const":
      return constant(body);
    case "ParamRef":
      return parameter(as("ParamRef", node)?.number ?? 0, scope.context);
    case "ColumnRef":
      return columnValue(body, scope);
    case "A_Expr":
      return operation(body as A_Expr, scope);
    case "BoolExpr": {
      const { boolop, args = [] } = as("BoolExpr", node) ?? {};
      return joined(
        boolop ?? "",
        args.map((argument) => condition(argument, scope)),
      );
    }
    case "NullTest": {
      const { arg, nulltesttype } = as("NullTest", node) ?? {};
      const { text } = arg ? evaluate(arg, scope) : nothing;
      return truth((text === null) === (nulltesttype === "IS_NULL"));
    }
    case "SubLink": {
      const { subLinkType, subselect } = as("SubLink", node) ?? {};
      if (subLinkType !== "EXISTS_SUBLINK" || !subselect) throw unsupported("this kind of subquery");
      return truth(scope.exists(subselect, scope));
    }
    case "TypeCast":
      return cast(body as TypeCast, scope);
    case "FuncCall":
      return call(body as FuncCall, scope);
    case "SQLValueFunction":
      return systemValue(as("SQLValueFunction", node)?.op ?? "", scope.context);
    default:
      throw unsupported(`the expression ${kind}`);
  }
}

/** Returns the truth value of a condition, or null if it is unknown. Throws a refusal if it is not a boolean. */
export function condition(node: Node, scope: RowContext): boolean | null {
  const { type, text } = evaluate(node, scope);
  if (type === "unknown") return text === null ? null : readAs("boolean", text) === "t";
  if (type !== "boolean") throw refusal("type mismatch", `argument of WHERE must be type boolean, not type ${type}`);
  return text === null ? null : text === "t";
}

function constant({ isnull, sval, ival, boolval, fval }: A_Const): Value {
  if (isnull) return nothing;
  // The parser omits zero, empty and false values.
  if (sval) return { type: "unknown", text: sval.sval ?? "" };
  if (ival) return { type: "integer", text: String(ival.ival ?? 0) };
  if (boolval) return truth(boolval.boolval ?? false);
  if (fval && /^\d+$/.test(fval.fval ?? "")) return { type: "bigint", text: readAs("bigint", fval.fval ?? "") };
  throw unsupported("a number with a fraction");
}

function parameter(number: number, { parameters }: StatementContext): Value {
  const text = parameters?.[number - 1];
  if (text === undefined) throw refusal("no such parameter", `there is no parameter $${number}`);
  return { type: "unknown", text };
}

function columnValue({ fields = [] }: ColumnRef, { relation, row, inner }: RowContext): Value {
  const path = names(fields);
  const [qualifier, name = ""] = path.length > 1 ? path : [undefined, path[0]];
  if (path.length > 2) throw unsupported("a column name of three parts");
  const index = relation.columns.findIndex((column) => column.name === name);
  if (index >= 0 && (qualifier === undefined || qualifier === relation.name)) return row[index] ?? nothing;
  if (inner) throw unsupported("a subquery that reads the query around it");
  if (!relation.isComplete) throw unsupported(`the column ${name} of ${relation.name}`);
  if (qualifier === undefined) throw refusal("no such column", `column "${name}" does not exist`);
  if (qualifier === relation.name) throw refusal("no such column", `column ${qualifier}.${name} does not exist`);
  throw refusal("no such table", `missing FROM-clause entry for table "${qualifier}"`);
}

function operation({ kind, name, lexpr, rexpr }: A_Expr, scope: RowContext): Value {
  const operator = names(name).at(-1) ?? "";
  if (!lexpr || !rexpr) throw unsupported(`the operator ${operator} with one side`);
  const left = evaluate(lexpr, scope);
  switch (kind) {
    case "AEXPR_OP":
    case "AEXPR_LIKE":
    case "AEXPR_ILIKE":
      return compared(operator, left, evaluate(rexpr, scope));
    case "AEXPR_IN": {
      const each = items(rexpr).map((item) => truthOf(compared(operator, left, evaluate(item, scope))));
      return joined(operator === "=" ? "OR_EXPR" : "AND_EXPR", each);
    }
    default:
      throw unsupported(`the expression ${kind}`);
  }
}

function truthOf({ text }: Value): boolean | null {
  return text === null ? null : text === "t";
}

function joined(operator: string, values: readonly (boolean | null)[]): Value {
  if (operator === "NOT_EXPR") return truth(values[0] === null || values[0] === undefined ? null : !values[0]);
  const decisive = operator === "OR_EXPR";
  if (values.includes(decisive)) return truth(decisive);
  return truth(values.includes(null) ? null : !decisive);
}

const castTypes: Readonly<Record<string, TypeName>> = {
  text: "text",
  varchar: "character varying",
  name: "name",
  int4: "integer",
  int8: "bigint",
  oid: "oid",
  bool: "boolean",
};

function cast({ arg, typeName = {} }: TypeCast, scope: RowContext): Value {
  refuseOthers(typeName, ["names", "typemod"], "a cast");
  const name = names(typeName.names).at(-1) ?? "";
  const type = castTypes[name];
  if (!type || !arg) throw unsupported(`a cast to ${name}`);
  const { type: from, text } = evaluate(arg, scope);
  if (text === null) return { type, text };
  const toText = familyOf(type) === "text";
  if (familyOf(from) === "boolean" && toText) return { type, text: text === "t" ? "true" : "false" };
  if (familyOf(from) === "boolean" && type !== "boolean") throw unsupported("a cast of a boolean to a number");
  if (familyOf(from) === "number" && type === "boolean") throw unsupported("a cast of a number to a boolean");
  return { type, text: readAs(type, text) };
}

function call(body: FuncCall, scope: RowContext): Value {
  refuseOthers(body, ["funcname", "args", "funcformat"], "a function call");
  const path = names(body.funcname);
  if (path.length > 1 && path[0] !== "pg_catalog") throw unsupported(`the function ${path.join(".")}`);
  const args = (body.args ?? []).map((argument) => evaluate(argument, scope));
  return callFunction(path.at(-1) ?? "", args, scope);
}

function systemValue(operation: string, context: StatementContext): Value {
  switch (operation) {
    case "SVFOP_CURRENT_USER":
    case "SVFOP_CURRENT_ROLE":
    case "SVFOP_SESSION_USER":
    case "SVFOP_USER":
      return { type: "name", text: currentRole(context).name };
    case "SVFOP_CURRENT_CATALOG":
      return { type: "name", text: context.catalog.objects.get(context.backend.database)?.name ?? null };
    default:
      throw unsupported(`the value ${operation.replace("SVFOP_", "")}`);
  }
}
