import type { KeptProcess } from "./persistent-process.ts";

/** Words by which programs of databases begin a line that tells why they end: MariaDB's, PostgreSQL's and initdb's, and the system's for a full disk. */
const reason = /\[ERROR\]|\b(?:FATAL|PANIC)\b|\berror:|No space left/i;

/** The time and the number of a thread or process before a message: MariaDB's, PostgreSQL's and Redis's. */
const beginning = /^(?:\d{4}-\d\d-\d\d +[\d:.]+ +(?:UTC +\[\d+\]|\d+) +|\d+:[A-Z] \d+ \w+ \d{4} [\d:.]+ [*#.-] )/;

/**
 * The first error that a program reported, else what it said last: why it failed, for those who see one line. Times, process numbers and the
 * name of its temporary `folder` are left out, so that the same reason is the same line each time.
 */
export function whyEnded({ log }: Pick<KeptProcess, "log">, { folder }: Readonly<{ folder: string }>): string {
  const said = log.filter((line) => line.trim() !== "");
  const line = said.find((line) => reason.test(line)) ?? said.at(-1) ?? "it said nothing";
  return line.replace(beginning, "").replaceAll(folder, "its folder");
}
