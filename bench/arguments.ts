import { parseArgs } from "node:util";
import { nearest } from "#harness/cli/nearest.ts";

/** What is to be measured, whether the figures are wanted as JSON, or only the list of what there is. */
export type Wanted = Readonly<{ names: readonly string[]; json: boolean; list: boolean }>;

/** Words of a command line that mean nothing here. */
export class BadWords extends Error {
  override readonly name = "BadWords";
}

/** Understands `[NAME…] [--json] [--list]`; no name stands for all that are known. Throws {@link BadWords}. */
export function wantedBy(words: readonly string[], known: readonly string[]): Wanted {
  const { values, positionals } = parse(words);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    const hint = near === undefined ? `known: ${known.join(", ")}` : `did you mean ${near}?`;
    throw new BadWords(`no benchmark is named ${unknown}; ${hint}`);
  }
  return { names: positionals.length === 0 ? known : known.filter((name) => positionals.includes(name)), ...values };
}

function parse(words: readonly string[]) {
  const options = { json: { type: "boolean", default: false }, list: { type: "boolean", default: false } } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (cause) {
    throw new BadWords("the options are --json and --list", { cause });
  }
}
