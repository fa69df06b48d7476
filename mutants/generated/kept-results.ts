import { createHash } from "node:crypto";
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packageRoot } from "#harness/program/package-root.ts";
import type { GeneratedMutant } from "./instrument.ts";
import type { Covered, JudgedMutant } from "./play.ts";

const kept = z.object({
  key: z.string(),
  outcome: z.enum(["caught", "survived", "not covered", "static", "endless"]),
  caughtBy: z.object({ place: z.string(), ids: z.array(z.string()) }).optional(),
  scenarios: z.int(),
});
const counts = z.record(z.string(), z.number());
const keptCoverage = z.object({
  key: z.string(),
  coverage: z.object({ static: counts, perTest: z.record(z.string(), counts) }),
  milliseconds: counts,
});

/**
 * Results of earlier runs in a folder: `coverage.json`, and `results.ndjson` with a line for each mutant. A result
 * counts as long as the mutant's file, the features and the steps are unchanged. Coverage counts as long as all files
 * with mutants, the features and the steps are unchanged.
 */
export class KeptResults {
  readonly #coveragePath: string;
  readonly #resultsPath: string;
  readonly #results = new Map<string, z.infer<typeof kept>>();
  readonly #tests = digestOf([...globSync("{features,scenarios}/**/*.{feature,ts}", { cwd: packageRoot })].toSorted());
  readonly #digests = new Map<string, string>();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#coveragePath = join(folder, "coverage.json");
    this.#resultsPath = join(folder, "results.ndjson");
    for (const line of textOf(this.#resultsPath).split("\n").filter(Boolean)) {
      const result = kept.parse(JSON.parse(line));
      this.#results.set(result.key, result);
    }
  }

  coverage(files: readonly string[]): Covered | undefined {
    const text = textOf(this.#coveragePath);
    const found = text === "" ? undefined : keptCoverage.parse(JSON.parse(text));
    return found?.key === this.#coverageKey(files) ? found : undefined;
  }

  keepCoverage(files: readonly string[], covered: Covered): void {
    writeFileSync(this.#coveragePath, JSON.stringify({ key: this.#coverageKey(files), ...covered }));
  }

  result(mutant: GeneratedMutant): JudgedMutant | undefined {
    const found = this.#results.get(this.#keyOf(mutant));
    if (!found) return undefined;
    const { outcome, scenarios, caughtBy } = found;
    return { ...mutant, outcome, scenarios, ...(caughtBy ? { caughtBy } : {}) };
  }

  keep(judged: JudgedMutant): void {
    const { outcome, caughtBy, scenarios } = judged;
    appendFileSync(
      this.#resultsPath,
      `${JSON.stringify({ key: this.#keyOf(judged), outcome, caughtBy, scenarios })}\n`,
    );
  }

  #coverageKey(files: readonly string[]): string {
    return `${digestOf(files)} ${this.#tests}`;
  }

  #keyOf({ file, start, end, replacement }: GeneratedMutant): string {
    const digest = this.#digests.get(file) ?? digestOf([file]);
    this.#digests.set(file, digest);
    const place = `${start.line}:${start.column}-${end.line}:${end.column}`;
    return `${digest} ${this.#tests} ${file} ${place} ${replacement}`;
  }
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function digestOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\n`).update(readFileSync(packageRoot + name));
  return hash.digest("hex").slice(0, 16);
}
