import { parseArgs } from "node:util";
import { nearest } from "#harness/cli/nearest.ts";

/** Which mutants are to be played, and how that is told. */
export type Wanted = Readonly<{
  /** Ids that a mutant must break to be played; none stands for all. */
  ids: readonly string[];
  /** The file that it changes; undefined for any. */
  file?: string;
  /** How many of those, drawn by lot; undefined for all. */
  sample?: number;
  seed: number;
  /** How many are played side by side: each is a process, which has one core busy. */
  workers: number;
  json: boolean;
}>;

/** Words of a command line that mean nothing here. */
export class BadWords extends Error {
  override readonly name = "BadWords";
}

const options = {
  sample: { type: "string" },
  seed: { type: "string" },
  workers: { type: "string" },
  file: { type: "string" },
  json: { type: "boolean", default: false },
} as const;
/** What seeds are drawn from where none is given. */
const seeds = 2 ** 31;
/** Where nothing else is said, a machine is kept busy that has nothing else to do. */
const usualWorkers = 2;

/** Understands `[ID…] [--sample N] [--seed S] [--workers N] [--file F] [--json]`. `known` are ids and files that mutants have. Throws {@link BadWords}. */
export function wantedBy(
  words: readonly string[],
  known: Readonly<{ ids: readonly string[]; files: readonly string[]; chance: () => number }>,
): Wanted {
  const { values, positionals } = parse(words);
  const { file, json } = values;
  for (const id of positionals) requireKnown(id, known.ids, "no mutant breaks");
  if (file !== undefined) requireKnown(file, known.files, "no mutant changes");
  const sample = wholeNumber("--sample", values.sample);
  const seed = wholeNumber("--seed", values.seed) ?? Math.floor(known.chance() * seeds);
  const workers = wholeNumber("--workers", values.workers) ?? usualWorkers;
  if (sample === 0) throw new BadWords("--sample is how many mutants are played: 1 or more");
  if (workers === 0) throw new BadWords("--workers is how many mutants are played side by side: 1 or more");
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
    throw new BadWords("the options are --sample N, --seed S, --workers N, --file F and --json", { cause });
  }
}

function requireKnown(word: string, known: readonly string[], what: string): void {
  if (known.includes(word)) return;
  const near = nearest(word, known);
  throw new BadWords(`${what} ${word}${near === undefined ? "" : `; did you mean ${near}?`}`);
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(number))
    throw new BadWords(`${option} is a whole number of up to 15 digits, not ${JSON.stringify(text)}`);
  return number;
}
