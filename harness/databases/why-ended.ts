import type { KeptProcess } from "./persistent-process.ts";

/**
 * Matches log lines with the reason of a failure: those of MariaDB, PostgreSQL and initdb, and the
 * system's for a full disk.
 */
const reason = /\[ERROR\]|\b(?:FATAL|PANIC)\b|\berror:|No space left/i;

/**
 * Matches the timestamp and process or thread id before a message of MariaDB, PostgreSQL or Redis.
 */
const beginning = /^(?:\d{4}-\d\d-\d\d +[\d:.]+ +(?:UTC +\[\d+\]|\d+) +|\d+:[A-Z] \d+ \w+ \d{4} [\d:.]+ [*#.-] )/;

/**
 * Returns the first error that a program logged, else its last line. Timestamps, process ids and
 * the name of its temporary `folder` are removed, so that the same reason gives the same line.
 */
export function whyEnded({ log }: Pick<KeptProcess, "log">, { folder }: Readonly<{ folder: string }>): string {
  const said = log.filter((line) => line.trim() !== "");
  const line = said.find((line) => reason.test(line)) ?? said.at(-1) ?? "it said nothing";
  return line.replace(beginning, "").replaceAll(folder, "its folder");
}
