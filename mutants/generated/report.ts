import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MutantStatus, MutationTestResult } from "mutation-testing-report-schema/api";
import { packageRoot } from "#harness/program/package-root.ts";
import { type Excuse, excuseOf } from "./excuses.ts";
import type { JudgedMutant, Outcome } from "./play.ts";

const statuses: Readonly<Record<Outcome, MutantStatus>> = {
  caught: "Killed",
  survived: "Survived",
  "not covered": "NoCoverage",
  static: "Ignored",
  endless: "Timeout",
};

/** Percentages of caught mutants: from `high` on the page shows green, below `low` red. */
const thresholds = { high: 90, low: 75 };

/** Returns the results in Stryker's report format. Excused mutants count as ignored. */
export function mutationReport(judged: readonly JudgedMutant[], excuses: readonly Excuse[]): MutationTestResult {
  const files = [...Map.groupBy(judged, ({ file }) => file)].map(([file, mutants]) => [
    file,
    {
      language: "typescript",
      source: readFileSync(packageRoot + file, "utf8"),
      mutants: mutants.map((mutant) => {
        const { id, mutator: mutatorName, replacement, outcome, caughtBy } = mutant;
        const excuse = excuseOf(mutant, excuses);
        const of = ({ line, column }: JudgedMutant["start"]) => ({ line: line + 1, column: column + 1 });
        return {
          ...{ id, mutatorName, replacement, location: { start: of(mutant.start), end: of(mutant.end) } },
          status: excuse ? "Ignored" : statuses[outcome],
          ...(excuse ? { statusReason: `${excuse.reason}: ${excuse.explanation}` } : {}),
          ...(caughtBy
            ? { statusReason: `${caughtBy.ids.join(" ")} ${caughtBy.place}`, killedBy: [caughtBy.place] }
            : {}),
        };
      }),
    },
  ]);
  return { schemaVersion: "2", thresholds, files: Object.fromEntries(files) };
}

/** Writes `mutation.json` and `index.html`, a page that works without a network, to `folder`. */
export async function writeReport(report: MutationTestResult, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const script = fileURLToPath(import.meta.resolve("mutation-testing-elements/dist/mutation-test-elements.js"));
  const inScript = (text: string) => text.replaceAll("</", "<\\/");
  const json = JSON.stringify(report);
  await writeFile(join(folder, "mutation.json"), json);
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Generated mutants</title><body>
<mutation-test-report-app title-postfix="Understudy"></mutation-test-report-app>
<script>${inScript(readFileSync(script, "utf8"))}</script>
<script>document.querySelector("mutation-test-report-app").report = ${inScript(json)};</script></body></html>\n`,
  );
}

export type Score = Readonly<{
  caught: number;
  missed: number;
  excused: number;
  static: number;
}>;

export function scoreOf(judged: readonly JudgedMutant[], excuses: readonly Excuse[]): Score {
  const score = { caught: 0, missed: 0, excused: 0, static: 0 };
  for (const mutant of judged) {
    if (mutant.outcome === "static") score.static += 1;
    else if (mutant.outcome === "caught" || mutant.outcome === "endless") score.caught += 1;
    else if (excuseOf(mutant, excuses)) score.excused += 1;
    else score.missed += 1;
  }
  return score;
}
