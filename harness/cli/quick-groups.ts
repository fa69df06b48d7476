import { definitionsOf } from "./step-definitions.ts";

/** Object with which cucumber finds groups of a pattern, undeclared in its types. */
type GroupTree = {
  readonly regexp: RegExp;
  readonly groupBuilder: { build(match: RegExpExecArray, next: () => number): unknown };
  match(text: string): unknown;
};

/**
 * Makes step definitions find their arguments with native match indices. Cucumber's own code parses
 * the pattern for every sentence. A library with another structure is not changed.
 */
export function quickGroups(library: object): void {
  for (const { expression } of definitionsOf(library)) if (hasTree(expression)) matchNatively(expression.treeRegexp);
}

function matchNatively(tree: GroupTree): void {
  let indexed: RegExp | undefined;
  tree.match = (text) => {
    indexed ??= new RegExp(tree.regexp.source, `${tree.regexp.flags}d`);
    const match = indexed.exec(text);
    let group = 0;
    return match && tree.groupBuilder.build(match, () => group++);
  };
}

function hasTree(expression: object): expression is Readonly<{ treeRegexp: GroupTree }> {
  if (!("treeRegexp" in expression)) return false;
  const { treeRegexp } = expression;
  return typeof treeRegexp === "object" && treeRegexp !== null && "groupBuilder" in treeRegexp;
}
