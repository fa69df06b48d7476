import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { failedSteps } from "./failed-steps.ts";

/** What the report of a rehearsal says. */
export type ReadReport = Readonly<{
  /** Ids of all requirements that were told as held, and as broken. */
  held: readonly string[];
  broken: readonly string[];
  /** The texts of the steps that failed. */
  failedAt: readonly string[];
  /** Why nothing can be said; undefined where there is a verdict. */
  trouble?: string;
}>;

/**
 * How the runner's messages tell that a change makes no sense, whatever a scenario was about: JSON, some of it in JSON again. An answer that says "internal
 * error" is no such sign by itself: a scenario may provoke one. What a cluster did not foresee fails the step, by this name.
 */
const nonsense = [
  /"message":"((?:Reference|Syntax|Type|Range)Error[^"\\]*)/,
  /(SyntaxError \[ERR_INVALID_TYPESCRIPT_SYNTAX\][^"\\]*)/,
  /\b(UnforeseenFailure\b[^"\\{]*)/,
];
const coverage = z.record(z.string(), z.object({ verdict: z.enum(["held", "broken", "not judged", "not played"]) }));

/** Reads the report in `folder` of a rehearsal that ended with this exit code or signal, having written `errors` to standard error. */
export async function readReport(
  folder: string,
  { ending, errors }: Readonly<{ ending: number | string; errors: string }>,
): Promise<ReadReport> {
  const verdicts = join(folder, "requirements.json");
  if ((ending !== 0 && ending !== 1) || !existsSync(verdicts)) {
    const why = /^\w*Error\b.*$/m.exec(errors)?.[0] ?? errors.trim().split("\n")[0] ?? "";
    return { held: [], broken: [], failedAt: [], trouble: `it ended with ${ending}: ${why}` };
  }
  const files = [verdicts, join(folder, "own-rules.json")].filter((file) => existsSync(file));
  const read = await Promise.all(files.map(async (file) => coverage.parse(JSON.parse(await readFile(file, "utf8")))));
  const all = read.flatMap((one) => Object.entries(one));
  const named = (wanted: string) => all.filter(([, { verdict }]) => verdict === wanted).map(([id]) => id);
  const messages = await readFile(join(folder, "messages.ndjson"), "utf8");
  const report = { held: named("held"), broken: named("broken"), failedAt: failedSteps(messages) };
  const trouble = nonsense.map((sign) => sign.exec(messages)?.[1]).find((found) => found !== undefined);
  return trouble === undefined ? report : { ...report, trouble };
}
