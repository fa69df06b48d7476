import { definitionsOf } from "./step-definitions.ts";

/** Property of cucumber's expressions that its types do not declare. It finds the groups of a pattern in a text. */
type GroupTree = {
  readonly regexp: RegExp;
  readonly groupBuilder: { build(match: RegExpExecArray, next: () => number): unknown };
  match(text: string): unknown;
};

/**
 * Makes step definitions find their arguments with JavaScript's match indices. Cucumber's own code parses the pattern
 * again for every sentence. A library with an unexpected structure is not changed.
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
