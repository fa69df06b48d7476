import { z } from "zod";
import { Failure } from "#harness/cli/failure.ts";
import { parseOptions, type RawOptions } from "#harness/cli/usage.ts";

const maxWords = 20;
const maxWordLength = 100;

const schema = z.object({ json: z.literal(true).optional(), editor: z.literal(true).optional() });

/**
 * `words` are in lower case. If there are none, the groups are listed; with `editor`, settings of an editor are
 * printed.
 */
export type StepsOptions = Readonly<{ words: readonly string[]; json: boolean; editor: boolean }>;

/** Parses the arguments of `steps`. An argument may contain several words. Throws a Failure "usage". */
export function parseSteps(args: readonly string[], raw: RawOptions): StepsOptions {
  const { json = false, editor = false } = parseOptions(schema, raw);
  const words = args.flatMap((arg) => arg.toLowerCase().split(/\s+/)).filter((word) => word !== "");
  if (words.length > maxWords)
    throw new Failure("usage", `WORD must be given at most ${maxWords} times, not ${words.length}`);
  const long = words.find(({ length }) => length > maxWordLength);
  if (long !== undefined)
    throw new Failure("usage", `WORD must have at most ${maxWordLength} characters, not ${long.length}`);
  if (editor && (json || words.length > 0))
    throw new Failure("usage", "--editor prints all settings: it takes no WORD and no --json");
  return { words, json, editor };
}
