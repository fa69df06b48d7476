import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "#harness/cli/failure.ts";
import { checkReport } from "#harness/reports/conformance/check.ts";
import type { Conformance } from "#harness/reports/conformance/schema.ts";
import { harmless } from "#harness/reports/terminal/output.ts";

/** Maximum size of a report, in bytes. A report of a whole run has about one million. */
const maxBytes = 50_000_000;

type Context = Readonly<{ stdout: Readonly<{ write(text: string): unknown }>; directory: string }>;

/**
 * Checks conformance reports and prints a line for each valid file and each problem. Resolves to the exit code: 1 if a
 * report is invalid, otherwise 0. Throws a Failure "usage" if a file cannot be read.
 */
export function checkConformance(files: readonly string[], { stdout, directory }: Context): number {
  let hasProblems = false;
  for (const file of files) {
    const checked = checkReport(readReport(file, directory));
    for (const problem of checked.problems) stdout.write(`${harmless(`✘ ${file}: ${problem}`)}\n`);
    if ("report" in checked) stdout.write(`${harmless(`✔ ${file}: ${summary(checked.report)}`)}\n`);
    else hasProblems = true;
  }
  return hasProblems ? 1 : 0;
}

/** Reads valid conformance reports. Throws a Failure "usage" at the first invalid file. */
export function readConformance(files: readonly string[], directory: string): readonly Conformance[] {
  return files.map((file) => {
    const checked = checkReport(readReport(file, directory));
    if ("report" in checked) return checked.report;
    throw new Failure("usage", `${file}: ${checked.problems[0]}; see understudy conformance check`);
  });
}

function summary({ target, suite, profiles }: Conformance): string {
  const results = Object.entries(profiles).map(([name, { result }]) => `${name} ${result}`);
  return `${target.name}, suite ${suite}: ${results.join(", ")}`;
}

function readReport(file: string, directory: string): string {
  const path = resolve(directory, file);
  try {
    const status = statSync(path);
    // A pipe or a device has no size, and could go on for ever.
    if (!status.isFile()) throw new Failure("usage", `${file} is not a file`);
    if (status.size > maxBytes) throw new Failure("usage", `${file} has more than ${maxBytes / 1_000_000} MB`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("usage", `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? error}`);
  }
}
