import { isNode, type SyntaxNode, syntaxNodes } from "./syntax-nodes.ts";

/** An import in a file. `specifier` is null if it is computed at run time. Lines count from 1. */
export type Import = Readonly<{ specifier: string | null; line: number }>;

/** Returns the imports of TypeScript or JavaScript code, including calls of `require` and `import.meta.resolve`. */
export function importsOf(text: string): readonly Import[] {
  return syntaxNodes(text).flatMap((node) => {
    const source = sourceOf(node);
    if (!isNode(source)) return [];
    return [{ specifier: textOf(source), line: text.slice(0, Number(source.start)).split("\n").length }];
  });
}

function sourceOf({ type, source, callee, arguments: given }: SyntaxNode): unknown {
  if (type !== "CallExpression") return source;
  return isNode(callee) && isLoading(callee) && Array.isArray(given) ? given[0] : undefined;
}

function isLoading({ name, object, property }: SyntaxNode): boolean {
  if (name === "require") return true;
  return isNode(object) && object.type === "MetaProperty" && isNode(property) && property.name === "resolve";
}

function textOf({ value, expressions, quasis }: SyntaxNode): string | null {
  if (typeof value === "string") return value;
  if (!Array.isArray(quasis) || !Array.isArray(expressions) || expressions.length > 0) return null;
  return quasis[0].value.cooked;
}
