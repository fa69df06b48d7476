import { parseSync } from "oxc-parser";

export const recorderName = "__enterFunction";

type Node = Readonly<{ type: string; start: number; end: number; [member: string]: unknown }>;

type Insertion = Readonly<{ at: number; text: string }>;

/**
 * Returns the TypeScript file `text` with the body of each function wrapped: `recorder("file: name", () => { body })`.
 * Constructors and generators are not changed, because their bodies cannot be moved into an arrow function; empty
 * functions are not changed either.
 */
export function instrumented(text: string, file: string): string {
  const insertions: Insertion[] = [];
  const { program } = parseSync(file, text);
  visit(program as unknown as Node, "", (node, name) => {
    const { body } = node;
    if (!isNode(body) || node.generator === true || (Array.isArray(body.body) && body.body.length === 0)) return;
    const isBlock = body.type === "FunctionBody" || body.type === "BlockStatement";
    const start = `${recorderName}(${JSON.stringify(`${file}: ${name}`)}, ${node.async === true ? "async " : ""}() => `;
    if (isBlock) {
      insertions.push({ at: body.start + 1, text: ` return ${start}{` }, { at: body.end - 1, text: "}); " });
    } else insertions.push({ at: body.start, text: `${start}(` }, { at: body.end, text: "))" });
  });
  // Of two at the same offset the later ends an outer function, or begins an inner one.
  const ordered = insertions.map((insertion, order) => ({ ...insertion, order }));
  ordered.sort((one, other) => one.at - other.at || endsFirst(one, other) || one.order - other.order);
  let result = "";
  let at = 0;
  for (const insertion of ordered) {
    result += text.slice(at, insertion.at) + insertion.text;
    at = insertion.at;
  }
  return result + text.slice(at);
}

function endsFirst(one: { text: string; order: number }, other: { text: string; order: number }): number {
  const isEnd = ({ text }: { text: string }) => text.startsWith(")") || text.startsWith("}");
  return isEnd(one) && isEnd(other) ? other.order - one.order : Number(isEnd(other)) - Number(isEnd(one));
}

const functionTypes: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

function visit(node: Node, name: string, found: (node: Node, name: string) => void): void {
  let inner = name;
  if (functionTypes.has(node.type)) {
    const own = isNode(node.id) ? String(node.id.name) : undefined;
    inner = own ?? name;
    if (inner !== "constructor") found(node, inner === "" ? "callback" : inner);
    inner = callbackIn(inner);
  } else if (node.type === "MethodDefinition" || node.type === "Property" || node.type === "PropertyDefinition") {
    inner = keyOf(node) ?? name;
  } else if (node.type === "VariableDeclarator" && isNode(node.id) && node.id.type === "Identifier") {
    inner = String(node.id.name);
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inner, found);
  }
}

function callbackIn(name: string): string {
  return name.startsWith("callback in ") ? name : `callback in ${name}`;
}

function keyOf({ key }: Node): string | undefined {
  if (!isNode(key)) return undefined;
  if (key.type === "PrivateIdentifier") return `#${String(key.name)}`;
  return key.type === "Identifier" ? String(key.name) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
