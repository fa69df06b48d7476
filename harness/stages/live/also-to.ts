import type { LogDestination, LogLevel } from "#cluster/log.ts";

/** Numbers of levels in pino's lines. */
const numbers: Readonly<Record<LogLevel, number>> = { info: 30, warn: 40, error: 50, silent: 60 };

type Log = Readonly<{ level: LogLevel; destination: LogDestination }>;

/** Returns a log that writes lines to `log` at its level, and all lines from "info" to `all`. */
export function alsoTo(all: LogDestination, log: Log | undefined): Log | undefined {
  if (!log) return undefined;
  const least = numbers[log.level];
  const write = (line: string): void => {
    const [, level] = /^\{"level":(\d+)/.exec(line) ?? [];
    if (Number(level ?? least) >= least) log.destination.write(line);
    all.write(line);
  };
  return { level: "info", destination: { write } };
}
