import { globSync, readFileSync } from "node:fs";
import { isNode, type SyntaxNode, syntaxNodes } from "../dependency-rules/syntax-nodes.ts";
import { checkoutRoot } from "../suite/checkout-root.ts";

export type Expression = Readonly<{ file: string; text: string }>;

const files = "{engine,cluster,harness,scenarios,bin,client}/**/*.{ts,js}";
const beside = /\.(?:test|suite|containertest|clienttest|d)\.ts$/;

/** Returns the regular expressions of the program outside of tests: literals, and the code that builds others. */
export function expressions(): Readonly<{ literals: readonly Expression[]; built: readonly Expression[] }> {
  const literals: Expression[] = [];
  const built: Expression[] = [];
  for (const file of globSync(files, { cwd: checkoutRoot }).filter((name) => !beside.test(name))) {
    const code = readFileSync(checkoutRoot + file, "utf8");
    for (const node of syntaxNodes(code)) {
      const text = code.slice(Number(node.start), Number(node.end));
      if (node.type === "Literal" && node.regex) literals.push({ file, text });
      if (isConstruction(node)) built.push({ file, text });
    }
  }
  return { literals, built };
}

function isConstruction({ type, callee }: SyntaxNode): boolean {
  if (type !== "NewExpression" && type !== "CallExpression") return false;
  return isNode(callee) && callee.name === "RegExp";
}
