import { bounds, doubling } from "./bounds.ts";
import type { Finding } from "./screen.ts";

export function describeFinding(finding: Finding): string {
  const { input, bytes, milliseconds, megabytes, ratio, status, isFailure, behind } = finding;
  const { asked, field, shape } = input;
  const bound = bounds[asked.client];
  const where = behind === undefined ? "" : `, in the ${behind} behind it`;
  const allowed = `${bound.milliseconds} ms${Number.isFinite(bound.megabytes) ? ` and ${bound.megabytes} MB` : ""}`;
  const cost = `${milliseconds.toFixed(0)} ms and ${megabytes.toFixed(0)} MB of ${allowed}`;
  const growth = ratio === undefined ? "" : `, ${ratio.toFixed(1)} times as much as half of it (at most ${doubling})`;
  const failure = isFailure ? ", and the cluster failed" : "";
  return [
    `✘ ${asked.client}: ${asked.verb} ${asked.path}, ${field}: ${shape}, ${bytes} bytes, answered ${status}${failure}: ${cost}${growth}${where}`,
    `  again: node .ci/hostile.ts ${argumentsFor(finding)}`,
  ].join("\n");
}

function argumentsFor({ input: { asked, field, shape }, bytes }: Finding): string {
  return [`${asked.verb} ${asked.path}`, field, shape]
    .map((word) => `'${word}'`)
    .concat(String(bytes))
    .join(" ");
}
