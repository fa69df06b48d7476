import { parseArgs } from "node:util";
import { nearest } from "#harness/cli/nearest.ts";

export type Arguments = Readonly<{
  /** Ids of the requirements and own rules whose mutants are played. If empty, all mutants are selected. */
  ids: readonly string[];
  file?: string;
  sample?: number;
  seed: number;
  /** Maximum number of mutants played at a time. */
  workers: number;
  json: boolean;
}>;

export class UsageError extends Error {
  override readonly name = "BadWords";
}

const options = {
  sample: { type: "string" },
  seed: { type: "string" },
  workers: { type: "string" },
  file: { type: "string" },
  json: { type: "boolean", default: false },
} as const;
const seeds = 2 ** 31;
const defaultWorkers = 2;

/**
 * Parses `[ID…] [--sample N] [--seed S] [--workers N] [--file F] [--json]`. `known` contains the ids and files of all
 * mutants. Throws a {@link UsageError}.
 */
export function parseArguments(
  words: readonly string[],
  known: Readonly<{ ids: readonly string[]; files: readonly string[]; random: () => number }>,
): Arguments {
  const { values, positionals } = parse(words);
  const { file, json } = values;
  for (const id of positionals) requireKnown(id, known.ids, "no mutant breaks");
  if (file !== undefined) requireKnown(file, known.files, "no mutant changes");
  const sample = wholeNumber("--sample", values.sample);
  const seed = wholeNumber("--seed", values.seed) ?? Math.floor(known.random() * seeds);
  const workers = wholeNumber("--workers", values.workers) ?? defaultWorkers;
  if (sample === 0) throw new UsageError("--sample must be the number of mutants to play, 1 or more");
  if (workers === 0) throw new UsageError("--workers must be the number of mutants to play at a time, 1 or more");
  return {
    ids: positionals,
    ...(file === undefined ? {} : { file }),
    ...(sample === undefined ? {} : { sample }),
    seed,
    workers,
    json,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (cause) {
    throw new UsageError("the options are --sample N, --seed S, --workers N, --file F and --json", { cause });
  }
}

function requireKnown(word: string, known: readonly string[], what: string): void {
  if (known.includes(word)) return;
  const near = nearest(word, known);
  throw new UsageError(`${what} ${word}${near === undefined ? "" : `; did you mean ${near}?`}`);
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(number))
    throw new UsageError(`${option} must be an integer of up to 15 digits, not ${JSON.stringify(text)}`);
  return number;
}
