import type { KeptProcess } from "./persistent-process.ts";

const reason = /\[ERROR\]|\b(?:FATAL|PANIC)\b|\berror:|No space left/i;

/** Matches the start of a log line of MariaDB, PostgreSQL or Redis: a timestamp and a process or thread id. */
const beginning = /^(?:\d{4}-\d\d-\d\d +[\d:.]+ +(?:UTC +\[\d+\]|\d+) +|\d+:[A-Z] \d+ \w+ \d{4} [\d:.]+ [*#.-] )/;

/**
 * Returns the first error that a program logged, or the last line if there is none. Timestamps, process ids and the
 * name of the temporary `folder` are removed.
 */
export function whyEnded({ log }: Pick<KeptProcess, "log">, { folder }: Readonly<{ folder: string }>): string {
  const said = log.filter((line) => line.trim() !== "");
  const line = said.find((line) => reason.test(line)) ?? said.at(-1) ?? "it said nothing";
  return line.replace(beginning, "").replaceAll(folder, "its folder");
}
