import { hasSqlDetails, loadModule, type Node, parseSync } from "libpg-query";
import { refusal, type sqlStates, unsupported } from "./refusal.ts";

await loadModule();

/** Names of the kinds of nodes, such as `CreateRoleStmt`. */
export type NodeKind = Node extends infer Each ? (Each extends unknown ? keyof Each : never) : never;

/** What stands in a node of this kind. */
export type NodeOf<Kind extends NodeKind> = Extract<Node, Record<Kind, unknown>>[Kind];

/** A statement may hold a function body; what is longer is no statement. */
const longestText = 1_000_000;

/** The statements in `text`, read with PostgreSQL's own grammar. Throws the refusal that the real server would answer. */
export function parseStatements(text: string): readonly Node[] {
  // A text in the protocol ends at its first NUL; what follows makes the message malformed.
  if (text.includes("\0")) throw refusal("protocol violation", "invalid message format");
  if (text.length > longestText) throw unsupported(`a text of more than ${longestText} characters`);
  if (text.trim() === "") return [];
  let statements: readonly Node[];
  try {
    statements = (parseSync(text).stmts ?? []).flatMap(({ stmt }) => (stmt ? [stmt] : []));
  } catch (error) {
    if (hasSqlDetails(error)) throw refusal(stateOf(error.message), error.message);
    // The parser ran out of its own stack.
    throw refusal("too complex", "stack depth limit exceeded");
  }
  if (text.includes("$")) for (const statement of statements) refuseLooseParameter(statement);
  return statements;
}

/** Nearly all that the grammar refuses is a syntax error; the message tells the rest apart. */
function stateOf(message: string): keyof typeof sqlStates {
  if (/ (no longer|not) supported$|not (yet )?implemented/.test(message)) return "unsupported";
  if (/^role name ".*" is reserved$/s.test(message)) return "name reserved";
  return "syntax";
}

/** `libpg-query` lets `$1` stand where the real grammar knows only a literal. */
function refuseLooseParameter(statement: Node): void {
  const [kind] = kindAndBody(statement);
  if (kind === "SelectStmt" || kind === "InsertStmt") return;
  const loose = /"ParamRef":\{"number":(\d+)/.exec(JSON.stringify(statement));
  if (loose) throw refusal("syntax", `syntax error at or near "$${loose[1]}"`);
}

/** The numbers of the `$1`, `$2`, … that stand in `statement`. */
export function parameterNumbers(statement: Node): ReadonlySet<number> {
  return new Set(
    [...JSON.stringify(statement).matchAll(/"ParamRef":\{"number":(\d+)/g)].map(([, digits]) => Number(digits)),
  );
}

/** A node is an object with one member, named after its kind. */
export function kindAndBody(node: Node): readonly [kind: NodeKind, body: object] {
  const [entry] = Object.entries(node);
  return entry as [NodeKind, object];
}

/** What stands in `node` if it is of this kind. */
export function as<Kind extends NodeKind>(kind: Kind, node: Node | undefined): NodeOf<Kind> | undefined {
  if (!node) return undefined;
  const [found, body] = kindAndBody(node);
  return found === kind ? (body as NodeOf<Kind>) : undefined;
}

/** The texts of a list of names; an empty text for what is no name. */
export function names(nodes: readonly Node[] | undefined): readonly string[] {
  return (nodes ?? []).map((node) => as("String", node)?.sval ?? "");
}

/** The members of a list. */
export function items(node: Node | undefined): readonly Node[] {
  return as("List", node)?.items ?? [];
}

/** Refuses a node that says more than the simulated server reads, so that nothing is overlooked in silence. */
export function refuseOthers(body: object, known: readonly string[], what: string): void {
  for (const [name, value] of Object.entries(body)) {
    if (!known.includes(name) && name !== "location" && value !== undefined) throw unsupported(`${what} with ${name}`);
  }
}
