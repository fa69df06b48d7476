import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "#harness/program/package-root.ts";

const parameters: Readonly<Record<string, string>> = {
  cluster: "Oslo|Lima|Kyoto",
  person: "Ada|Bob|Jane|Mallory|Olga",
  holder: 'Ada|Bob|Jane|Mallory|Olga|the instance "[^"]*"',
  client: "Ada|Bob|Jane|Mallory|Olga|an operator|an unauthenticated client|a client with a made-up token",
  string: "\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'",
  int: "-?\\d+",
  word: "[^\\s]+",
  "": ".*",
  definition: "connection|role|static role",
  moment: "(?:once|before) .*?",
  product: "PostgreSQL|MariaDB|Redis|the simulated database",
};

type Renamed = Readonly<{ former: RegExp; now: string }>;

/**
 * Parses a row: a former sentence, a tab, and the new sentence. `$1` in the new sentence is the first parameter of the
 * former sentence; `${1}` is the same without its quotes. `\n` in the new sentence begins another step.
 */
function renamed(row: string): Renamed {
  const [former = "", now] = row.split("\t");
  if (now === undefined) throw new Error(`a row needs two columns: ${row}`);
  const pattern = former
    .replace(/[.*+?^$|[\]]/g, "\\$&")
    .replace(/(\w+)\/(\w+)/g, "(?:$1|$2)")
    .replace(/(?<!\\)\((?!\?:)([^)]*)\)/g, "(?:$1)?")
    .replace(/\{([a-z ]*)\}/g, (_, name: string) => {
      const matched = parameters[name];
      if (matched === undefined) throw new Error(`unknown parameter {${name}} in ${row}`);
      return `(${matched}|<[^>]+>)`;
    });
  return { former: new RegExp(`^${pattern}$`), now };
}

/** Returns the sentences of earlier releases and those that replace them, from `scenarios/renamed/`. */
export function renamedSentences(): readonly Renamed[] {
  const folder = join(packageRoot, "scenarios/renamed");
  return globSync("*.tsv", { cwd: folder })
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((row) => row !== "" && !row.startsWith("#"))
    .map(renamed);
}

/** Returns the text of a feature file in which the sentences of earlier releases are replaced. */
export function withRenamed(feature: string, sentences: readonly Renamed[]): string {
  return feature
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", keyword = "", sentence] = /^(\s*)(Given|When|Then|And|But|\*) (.*)$/.exec(line) ?? [];
      if (sentence === undefined) return [line];
      const [first = "", ...more] = stepsFor(sentence, sentences);
      return [`${indent}${keyword} ${first}`, ...more.map((step) => `${indent}And ${step}`)];
    })
    .join("\n");
}

/** Returns the steps that replace a sentence of an earlier release, or the sentence itself if it is not replaced. */
export function stepsFor(sentence: string, sentences: readonly Renamed[]): readonly string[] {
  return sentences.reduce((text, { former, now }) => replaced(text, former, now), sentence).split("\\n");
}

function replaced(sentence: string, former: RegExp, now: string): string {
  const found = former.exec(sentence);
  if (!found) return sentence;
  return now.replace(/\$(\d)|\$\{(\d)\}/g, (_, whole?: string, bare?: string) =>
    whole === undefined ? (found[Number(bare)] ?? "").replace(/^(["'])(.*)\1$/s, "$2") : (found[Number(whole)] ?? ""),
  );
}
