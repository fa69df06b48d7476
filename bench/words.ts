import { parseArgs } from "node:util";

/** What is to be measured, and whether the figures are wanted as JSON. */
export type Wanted = Readonly<{ names: readonly string[]; json: boolean }>;

/** Words of a command line that mean nothing here. */
export class BadWords extends Error {
  override readonly name = "BadWords";
}

/** Understands `[NAME…] [--json]`; no name stands for all that are known. Throws {@link BadWords}. */
export function wantedBy(words: readonly string[], known: readonly string[]): Wanted {
  const { values, positionals } = parse(words);
  const stranger = positionals.find((name) => !known.includes(name));
  if (stranger !== undefined) throw new BadWords(`no benchmark is named ${stranger}; known: ${known.join(", ")}`);
  return { names: positionals.length === 0 ? known : known.filter((name) => positionals.includes(name)), ...values };
}

function parse(words: readonly string[]) {
  const options = { json: { type: "boolean", default: false } } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (cause) {
    throw new BadWords("the only option is --json", { cause });
  }
}
