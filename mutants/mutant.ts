export type Mutant = Readonly<{
  ids: readonly string[];
  /** Path of the changed file relative to the project's folder, such as `engine/cloud/role/role.ts`. */
  file: string;
  why: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Reason why no scenario detects the mutant yet. Undefined if its ids must be reported as broken. */
  escapes?: string;
  /** Name of the list and number of the line in it. */
  place: string;
}>;

const heading = /^([A-Z][A-Z0-9-]*(?: [A-Z][A-Z0-9-]*)*) in (\S+): (.+)$/;

/**
 * Parses a list of mutants. A paragraph has a heading `IDS in FILE: description`, lines `- ` with the text to find,
 * lines `+ ` with its replacement (none removes the text), and optional lines `! ` with the reason why no scenario
 * detects it. The indentation counts from the second line on. Lines that begin with `#` are comments. Throws an error
 * with list and line.
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
    throw new Error(`${place}: a mutant must begin with "IDS in FILE: description"`);
  }
  const stray = body.find((one) => !/^[-+!] /.test(one.line));
  if (stray) throw new Error(`${stray.place}: each line of a mutant must begin with "- ", "+ " or "! "`);
  const after = (sign: string) => body.filter((one) => one.line[0] === sign).map((one) => one.line.slice(2));
  const find = after("-").join("\n");
  if (find === "") throw new Error(`${place}: the mutant has no "- " line`);
  const escapes = after("!").join(" ");
  const mutant = { ids: ids.split(" "), file, why, find, replace: after("+").join("\n"), place };
  return escapes === "" ? mutant : { ...mutant, escapes };
}
