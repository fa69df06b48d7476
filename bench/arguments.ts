import { parseArgs } from "node:util";
import { nearest } from "#harness/cli/nearest.ts";

export type Arguments = Readonly<{ names: readonly string[]; json: boolean; list: boolean }>;

export class UsageError extends Error {
  override readonly name = "BadWords";
}

export function parseArguments(words: readonly string[], known: readonly string[]): Arguments {
  const { values, positionals } = parse(words);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    const hint = near === undefined ? `known: ${known.join(", ")}` : `did you mean ${near}?`;
    throw new UsageError(`no benchmark is named ${unknown}; ${hint}`);
  }
  return { names: positionals.length === 0 ? known : known.filter((name) => positionals.includes(name)), ...values };
}

function parse(words: readonly string[]) {
  const options = { json: { type: "boolean", default: false }, list: { type: "boolean", default: false } } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (cause) {
    throw new UsageError("the options are --json and --list", { cause });
  }
}
