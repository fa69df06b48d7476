import { existsSync, readFileSync } from "node:fs";
import { packageRoot } from "#harness/program/package-root.ts";
import type { GeneratedMutant } from "./instrument.ts";

export const reasons = ["equivalent", "not observable", "performance"] as const;

export type Excuse = Readonly<{
  file: string;
  original: string;
  replacement: string;
  reason: (typeof reasons)[number];
  explanation: string;
}>;

const path = "mutants/generated/excused.tsv";

/**
 * Reads the excused mutants. A line has the file, the original text and the replacement, both as JSON, the reason and
 * an explanation, separated by tabs. Empty lines and lines that begin with `#` are skipped. Throws for any other line.
 */
export function readExcuses(
  text = existsSync(packageRoot + path) ? readFileSync(packageRoot + path, "utf8") : "",
): readonly Excuse[] {
  return text.split("\n").flatMap((line, index) => {
    if (line === "" || line.startsWith("#")) return [];
    const [file = "", original = "", replacement = "", reason = "", explanation = "", ...rest] = line.split("\t");
    const known = reasons.find((one) => one === reason);
    if (known === undefined || explanation === "" || rest.length > 0)
      throw new Error(`${path}:${index + 1}: five columns are needed; the fourth is one of ${reasons.join(", ")}`);
    return [{ file, original: JSON.parse(original), replacement: JSON.parse(replacement), reason: known, explanation }];
  });
}

export function excuseOf(mutant: GeneratedMutant, excuses: readonly Excuse[]): Excuse | undefined {
  return excuses.find(
    ({ file, original, replacement }) =>
      file === mutant.file && original === mutant.original && replacement === mutant.replacement,
  );
}
