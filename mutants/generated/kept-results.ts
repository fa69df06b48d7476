import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { packageRoot } from "#harness/program/package-root.ts";
import type { GeneratedMutant } from "./instrument.ts";
import type { Covered, JudgedMutant } from "./play.ts";

const kept = z.object({
  outcome: z.enum(["caught", "survived", "not covered", "static", "endless"]),
  caughtBy: z.object({ place: z.string(), ids: z.array(z.string()) }).optional(),
  scenarios: z.int(),
});
const counts = z.record(z.string(), z.number());
const file = z.object({
  coverages: z.record(
    z.string(),
    z.object({ coverage: z.object({ static: counts, perTest: z.record(z.string(), counts) }), milliseconds: counts }),
  ),
  results: z.record(z.string(), kept),
});

/**
 * Results of earlier runs in a file. A result counts as long as the mutant's file, the features and the steps are
 * unchanged. Coverage counts as long as all files with mutants, the features and the steps are unchanged.
 */
export class KeptResults {
  readonly #path: string;
  readonly #data: z.infer<typeof file>;
  readonly #tests = digestOf([...globSync("{features,scenarios}/**/*.{feature,ts}", { cwd: packageRoot })].toSorted());
  readonly #digests = new Map<string, string>();

  constructor(path: string) {
    this.#path = path;
    const read = existsSync(path) ? file.safeParse(JSON.parse(readFileSync(path, "utf8"))).data : undefined;
    this.#data = read ?? { coverages: {}, results: {} };
  }

  coverage(files: readonly string[]): Covered | undefined {
    return this.#data.coverages[this.#coverageKey(files)];
  }

  keepCoverage(files: readonly string[], covered: Covered): void {
    this.#data.coverages = { [this.#coverageKey(files)]: structuredClone(covered) };
    this.#save();
  }

  result(mutant: GeneratedMutant): JudgedMutant | undefined {
    const found = this.#data.results[this.#keyOf(mutant)];
    if (!found) return undefined;
    const { caughtBy, ...rest } = found;
    return { ...mutant, ...rest, ...(caughtBy ? { caughtBy } : {}) };
  }

  keep(judged: JudgedMutant): void {
    const { outcome, caughtBy, scenarios } = judged;
    const known = caughtBy && { place: caughtBy.place, ids: [...caughtBy.ids] };
    this.#data.results[this.#keyOf(judged)] = { outcome, scenarios, ...(known ? { caughtBy: known } : {}) };
    this.#save();
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

  #save(): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(this.#data));
  }
}

function digestOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\n`).update(readFileSync(packageRoot + name));
  return hash.digest("hex").slice(0, 16);
}
