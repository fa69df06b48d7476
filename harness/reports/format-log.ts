import { formatDuration } from "#harness/reports/format.ts";
import type { ShownLogLine } from "#harness/reports/log-excerpt.ts";

/** A line of a cluster's log for people: "Oslo warn: a lease could not be revoked lease=… (12 times)". */
export function formatLogLine({ cluster, level, event, facts, times }: ShownLogLine): string {
  return `${cluster} ${level}: ${event}${formatFacts(facts)}${times > 1 ? ` (${times} times)` : ""}`;
}

/** Facts as ` name=value`, each value in quotes where it could be taken for the next fact. */
export function formatFacts(facts: ShownLogLine["facts"]): string {
  return Object.entries(facts)
    .map(([name, value]) => ` ${name}=${spelled(value)}`)
    .join("");
}

/** How long before the end of the excerpt a line was first written: "−1.2 s". */
export function formatTimeBefore(line: ShownLogLine, log: readonly ShownLogLine[]): string {
  const end = Math.max(...log.map(({ until }) => until));
  return `−${formatDuration(end - line.at)}`;
}

function spelled(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /^[^\s="']+$/.test(text) ? text : JSON.stringify(text);
}
