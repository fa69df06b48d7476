import { bounds, doubling } from "./bounds.ts";
import type { Finding } from "./screen.ts";

/** A finding for people: what was asked, what it cost and may cost, and how to ask just that again. */
export function describeFinding(finding: Finding): string {
  const { input, bytes, milliseconds, megabytes, ratio, status, isFailure, behind } = finding;
  const { asked, field, shape } = input;
  const bound = bounds[asked.client];
  const where = behind === undefined ? "" : `, in the ${behind} behind it`;
  const allowed = `${bound.milliseconds} ms${Number.isFinite(bound.megabytes) ? ` and ${bound.megabytes} MB` : ""}`;
  const cost = `${milliseconds.toFixed(0)} ms and ${megabytes.toFixed(0)} MB of ${allowed}`;
  const growth = ratio === undefined ? "" : `, ${ratio.toFixed(1)} times as much as half of it (at most ${doubling})`;
  const failure = isFailure ? ", which is a failure of the cluster's own" : "";
  return [
    `✘ ${asked.client}: ${asked.verb} ${asked.path}, ${field}: ${shape}, ${bytes} bytes, answered ${status}${failure}: ${cost}${growth}${where}`,
    `  again: node .ci/hostile.ts ${spelled(finding)}`,
  ].join("\n");
}

/** The words by which an input is chosen on the command line. */
function spelled({ input: { asked, field, shape }, bytes }: Finding): string {
  return [`${asked.verb} ${asked.path}`, field, shape]
    .map((word) => `'${word}'`)
    .concat(String(bytes))
    .join(" ");
}
