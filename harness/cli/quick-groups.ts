import { definitionsOf } from "./step-definitions.ts";

/** What finds the groups of a pattern in a sentence, beyond what cucumber's types tell. */
type GroupTree = {
  readonly regexp: RegExp;
  readonly groupBuilder: { build(match: RegExpExecArray, next: () => number): unknown };
  match(text: string): unknown;
};

/**
 * Has Node itself say where in a sentence its arguments stand, in all step definitions of a library. Cucumber looks for the places with an emulation
 * of what Node can do, which parses the pattern again each time. A library of another shape stays as it is.
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
