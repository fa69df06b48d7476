/** One small change to the service that breaks a rule, and the ids of the requirements that must be told as broken then. */
export type Mutant = Readonly<{
  ids: readonly string[];
  /** From the project's folder on, such as `engine/cloud/role/role.ts`. */
  file: string;
  why: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Why no scenario of its ids notices it yet; undefined for a mutant that must be caught. */
  escapes?: string;
  /** Where it stands: the name of the list, and the line. */
  place: string;
}>;

const heading = /^([A-Z][A-Z0-9-]*(?: [A-Z][A-Z0-9-]*)*) in (\S+): (.+)$/;

/**
 * Mutants of a list, whose paragraphs are read like a diff: a heading `IDS in FILE: what is different`, then lines `- ` that are found and
 * lines `+ ` that stand there instead (none: nothing stands there), and perhaps `! ` with the reason why it escapes. Indentation
 * counts from the second line on. `# ` begins a remark. Throws an Error that names list and line.
 */
export function parseMutants(text: string, list: string): readonly Mutant[] {
  const lines = text.split("\n").map((line, index) => ({ line, place: `${list}:${index + 1}` }));
  const mutants: Mutant[] = [];
  let paragraph: typeof lines = [];
  for (const one of [...lines, { line: "", place: "" }]) {
    if (one.line.startsWith("#")) continue;
    if (one.line !== "") paragraph.push(one);
    else if (paragraph.length > 0) {
      mutants.push(mutantOf(paragraph));
      paragraph = [];
    }
  }
  return mutants;
}

function mutantOf([head, ...body]: readonly Readonly<{ line: string; place: string }>[]): Mutant {
  const { place = "", line = "" } = head ?? {};
  const [, ids, file, why] = heading.exec(line) ?? [];
  if (ids === undefined || file === undefined || why === undefined) {
    throw new Error(`${place}: a mutant begins with "IDS in FILE: what is different"`);
  }
  const stray = body.find((one) => !/^[-+!] /.test(one.line));
  if (stray) throw new Error(`${stray.place}: a line of a mutant begins with "- ", "+ " or "! "`);
  const after = (sign: string) => body.filter((one) => one.line[0] === sign).map((one) => one.line.slice(2));
  const find = after("-").join("\n");
  if (find === "") throw new Error(`${place}: nothing is said to be found`);
  const escapes = after("!").join(" ");
  const said = { ids: ids.split(" "), file, why, find, replace: after("+").join("\n"), place };
  return escapes === "" ? said : { ...said, escapes };
}
