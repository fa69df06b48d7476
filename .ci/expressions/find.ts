import { globSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

/** A regular expression literal in a file, or the code that builds an expression at run time. */
export type Expression = Readonly<{ file: string; text: string }>;

const files = "{engine,cluster,harness,scenarios,bin,client}/**/*.{ts,js}";
const beside = /\.(?:test|suite|containertest|clienttest|d)\.ts$/;

/** Parses the program below `folder`. Returns all regular expression literals, and the code that builds expressions. */
export function expressionsIn(
  folder: string,
): Readonly<{ literals: readonly Expression[]; built: readonly Expression[] }> {
  const literals: Expression[] = [];
  const built: Expression[] = [];
  for (const file of globSync(files, { cwd: folder }).filter((name) => !beside.test(name))) {
    const code = readFileSync(`${folder}/${file}`, "utf8");
    for (const node of nodesOf(parseSync(file, code).program)) {
      const text = code.slice(Number(node.start), Number(node.end));
      if (node.type === "Literal" && node.regex) literals.push({ file, text });
      if (isConstruction(node)) built.push({ file, text });
    }
  }
  return { literals, built };
}

type Node = Readonly<Record<string, unknown>>;

function isConstruction({ type, callee }: Node): boolean {
  if (type !== "NewExpression" && type !== "CallExpression") return false;
  return typeof callee === "object" && callee !== null && "name" in callee && callee.name === "RegExp";
}

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item);
  else if (typeof value === "object" && value !== null && !(value instanceof RegExp)) {
    yield value as Node;
    for (const part of Object.values(value)) yield* nodesOf(part);
  }
}
