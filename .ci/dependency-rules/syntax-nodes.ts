import { parseSync } from "oxc-parser";

export type SyntaxNode = Readonly<Record<string, unknown>>;

export function syntaxNodes(code: string): readonly SyntaxNode[] {
  return [...nodesIn(parseSync("code.ts", code).program)];
}

function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  else if (isNode(value)) {
    yield value;
    for (const part of Object.values(value)) yield* nodesIn(part);
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}
