import { globSync, readFileSync } from "node:fs";

/** Matches what each parameter of a former sentence stood for; `<name>` is a parameter of a Scenario Outline. */
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
 * Parses a row: a former sentence, and the new one. `$1` in the new one is the first parameter of the former; `${1}` is
 * the same without its quotes. `\n` in the new one begins another step.
 */
function renamed(row: string): Renamed {
  const [former = "", now] = row.split("\t");
  if (now === undefined) throw new Error(`a row needs two columns: ${row}`);
  const pattern = former
    .replace(/[.*+?^$|[\]]/g, "\\$&")
    .replace(/\\\\\(/g, "\\(")
    .replace(/\\\(/g, "\u0001")
    .replace(/(\w+)\/(\w+)/g, "(?:$1|$2)")
    .replace(
      /(?<![\w?])\((?!\?:)([^)]*)\)|(?<=\w)\((?!\?:)([^)]*)\)/g,
      (_, one = "", other = "") => `(?:${one}${other})?`,
    )
    .replaceAll("\u0001", "\\(")
    .replace(/\{([a-z ]*)\}/g, (_, name: string) => {
      const matched = parameters[name];
      if (matched === undefined) throw new Error(`unknown parameter {${name}} in ${row}`);
      return `(${matched}|<[^>]+>)`;
    });
  return { former: new RegExp(`^${pattern}$`), now };
}

/** Returns all renamed sentences, by the order of the files' names and of the rows. */
export function renamedSentences(folder = new URL(".", import.meta.url).pathname): readonly Renamed[] {
  const files = globSync("*.tsv", { cwd: folder }).sort();
  return files.flatMap((file) =>
    readFileSync(`${folder}/${file}`, "utf8")
      .split("\n")
      .filter((row) => row !== "" && !row.startsWith("#"))
      .map(renamed),
  );
}

/** Returns a feature file in which former sentences are replaced. A sentence may be replaced several times in a row. */
export function withRenamed(feature: string, sentences: readonly Renamed[]): string {
  return feature
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", keyword = "", sentence] = /^(\s*)(Given|When|Then|And|But|\*) (.*)$/.exec(line) ?? [];
      if (sentence === undefined) return [line];
      const [first = "", ...more] = sentences
        .reduce((text, { former, now }) => replaced(text, former, now), sentence)
        .split("\\n");
      return [`${indent}${keyword} ${first}`, ...more.map((step) => `${indent}And ${step}`)];
    })
    .join("\n");
}

function replaced(sentence: string, former: RegExp, now: string): string {
  const found = former.exec(sentence);
  if (!found) return sentence;
  return now.replace(/\$(\d)|\$\{(\d)\}/g, (_, whole?: string, bare?: string) =>
    whole === undefined ? (found[Number(bare)] ?? "").replace(/^(["'])(.*)\1$/s, "$2") : (found[Number(whole)] ?? ""),
  );
}
