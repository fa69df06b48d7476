import { formatDuration } from "#harness/reports/format.ts";
import type { ShownLogLine } from "#harness/reports/log-excerpt.ts";

/** Formats a log line, such as "Oslo warn: a lease could not be revoked lease=… (12 times)". */
export function formatLogLine({ cluster, level, event, facts, times }: ShownLogLine): string {
  return `${cluster} ${level}: ${event}${formatFacts(facts)}${times > 1 ? ` (${times} times)` : ""}`;
}

/** Formats facts as ` name=value`. Values that would be ambiguous are quoted. */
export function formatFacts(facts: ShownLogLine["facts"]): string {
  return Object.entries(facts)
    .map(([name, value]) => ` ${name}=${formatValue(value)}`)
    .join("");
}

/** Formats the time from the first occurrence of a line to the end of the excerpt, such as "−1.2 s". */
export function formatTimeBefore(line: ShownLogLine, log: readonly ShownLogLine[]): string {
  const end = Math.max(...log.map(({ until }) => until));
  return `−${formatDuration(end - line.at)}`;
}

function formatValue(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /^[^\s="']+$/.test(text) ? text : JSON.stringify(text);
}
