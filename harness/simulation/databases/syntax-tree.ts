import { hasSqlDetails, loadModule, type Node, parseSync } from "libpg-query";
import { refusal, type sqlStates, unsupported } from "./refusal.ts";

await loadModule();

/** Kinds of syntax nodes, such as `CreateRoleStmt`. */
export type NodeKind = Node extends infer Each ? (Each extends unknown ? keyof Each : never) : never;

export type NodeOf<Kind extends NodeKind> = Extract<Node, Record<Kind, unknown>>[Kind];

const maxTextLength = 1_000_000;

/** Parses the statements in `text` with PostgreSQL's own grammar. Throws a refusal if this fails. */
export function parseStatements(text: string): readonly Node[] {
  // The protocol terminates texts with NUL, so a NUL inside makes the message malformed.
  if (text.includes("\0")) throw refusal("protocol violation", "invalid message format");
  if (text.length > maxTextLength) throw unsupported(`a text of more than ${maxTextLength} characters`);
  if (text.trim() === "") return [];
  let statements: readonly Node[];
  try {
    statements = (parseSync(text).stmts ?? []).flatMap(({ stmt }) => (stmt ? [stmt] : []));
  } catch (error) {
    if (hasSqlDetails(error)) throw refusal(stateOf(error.message), error.message);
    // The parser exceeded its stack.
    throw refusal("too complex", "stack depth limit exceeded");
  }
  if (text.includes("$")) for (const statement of statements) refuseLooseParameter(statement);
  return statements;
}

function stateOf(message: string): keyof typeof sqlStates {
  if (/ (no longer|not) supported$|not (yet )?implemented/.test(message)) return "unsupported";
  if (/^role name ".*" is reserved$/s.test(message)) return "name reserved";
  return "syntax";
}

/** Throws a refusal for parameters outside of SELECT and INSERT, which `libpg-query` accepts. */
function refuseLooseParameter(statement: Node): void {
  const [kind] = kindAndBody(statement);
  if (kind === "SelectStmt" || kind === "InsertStmt") return;
  const loose = /"ParamRef":\{"number":(\d+)/.exec(JSON.stringify(statement));
  if (loose) throw refusal("syntax", `syntax error at or near "$${loose[1]}"`);
}

/** Returns the numbers of the parameters `$1`, `$2`, … in `statement`. */
export function parameterNumbers(statement: Node): ReadonlySet<number> {
  return new Set(
    [...JSON.stringify(statement).matchAll(/"ParamRef":\{"number":(\d+)/g)].map(([, digits]) => Number(digits)),
  );
}

/** Returns the kind and the body of a node: the name and value of its only member. */
export function kindAndBody(node: Node): readonly [kind: NodeKind, body: object] {
  const [entry] = Object.entries(node);
  return entry as [NodeKind, object];
}

/** Returns the body of `node` if it is of this kind, otherwise undefined. */
export function as<Kind extends NodeKind>(kind: Kind, node: Node | undefined): NodeOf<Kind> | undefined {
  if (!node) return undefined;
  const [found, body] = kindAndBody(node);
  return found === kind ? (body as NodeOf<Kind>) : undefined;
}

/** Returns the texts of a list of names. A node that is not a name gives an empty text. */
export function names(nodes: readonly Node[] | undefined): readonly string[] {
  return (nodes ?? []).map((node) => as("String", node)?.sval ?? "");
}

export function items(node: Node | undefined): readonly Node[] {
  return as("List", node)?.items ?? [];
}

/** Throws a refusal for properties other than `known`, so that no clause is ignored. `what` names the clause. */
export function refuseOthers(body: object, known: readonly string[], what: string): void {
  for (const [name, value] of Object.entries(body)) {
    if (!known.includes(name) && name !== "location" && value !== undefined) throw unsupported(`${what} with ${name}`);
  }
}
