import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { failedSteps } from "./failed-steps.ts";

export type ReadReport = Readonly<{
  /** Ids of the requirements and own rules that are held. `broken` contains the ids of those that are broken. */
  held: readonly string[];
  broken: readonly string[];
  /** Ids that are not judged because the same cause breaks another id: that id, by the id that is not judged. */
  because: Readonly<Record<string, string>>;
  failedAt: readonly string[];
  /** Reason why there is no verdict; undefined if there is one. */
  trouble?: string;
}>;

/**
 * Patterns in the runner's messages, which are partly nested JSON, that show that a change is meaningless because the
 * service throws. A response "internal error" does not show this, because scenarios may provoke it; an unexpected one
 * fails the step with an InternalErrorFailure.
 */
const nonsense = [
  /"message":"((?:Reference|Syntax|Type|Range)Error[^"\\]*)/,
  /(SyntaxError \[ERR_INVALID_TYPESCRIPT_SYNTAX\][^"\\]*)/,
  /\b(InternalErrorFailure\b[^"\\{]*)/,
];
const verdict = z.enum(["held", "broken", "not judged", "not played"]);
const coverage = z.record(z.string(), z.object({ verdict, because: z.string().optional() }));

/** Reads the report of a rehearsal from `folder`. `ending` is the exit code or signal of the rehearsal. */
export async function readReport(
  folder: string,
  { ending, errors }: Readonly<{ ending: number | string; errors: string }>,
): Promise<ReadReport> {
  const verdicts = join(folder, "requirements.json");
  if ((ending !== 0 && ending !== 1) || !existsSync(verdicts)) {
    const why = /^\w*Error\b.*$/m.exec(errors)?.[0] ?? errors.trim().split("\n")[0] ?? "";
    return { held: [], broken: [], because: {}, failedAt: [], trouble: `it ended with ${ending}: ${why}` };
  }
  const files = [verdicts, join(folder, "own-rules.json")].filter((file) => existsSync(file));
  const read = await Promise.all(files.map(async (file) => coverage.parse(JSON.parse(await readFile(file, "utf8")))));
  const all = read.flatMap((one) => Object.entries(one));
  const named = (wanted: string) => all.filter(([, { verdict }]) => verdict === wanted).map(([id]) => id);
  const messages = await readFile(join(folder, "messages.ndjson"), "utf8");
  const because = Object.fromEntries(
    all.flatMap(([id, one]) => (one.because === undefined ? [] : [[id, one.because]])),
  );
  const report = { held: named("held"), broken: named("broken"), because, failedAt: failedSteps(messages) };
  const trouble = nonsense.map((sign) => sign.exec(messages)?.[1]).find((found) => found !== undefined);
  return trouble === undefined ? report : { ...report, trouble };
}
