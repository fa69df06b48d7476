import type { KeptProcess } from "./kept-process.ts";

/** Words by which programs of databases begin a line that tells why they end: MariaDB's, PostgreSQL's and initdb's, and the system's for a full disk. */
const reason = /\[ERROR\]|\b(?:FATAL|PANIC)\b|\berror:|No space left/i;

/** The first error that a program told, else what it said last: why it failed, for those who see one line. */
export function whyEnded({ log }: Pick<KeptProcess, "log">): string {
  const said = log.filter((line) => line.trim() !== "");
  return said.find((line) => reason.test(line)) ?? said.at(-1) ?? "it said nothing";
}
