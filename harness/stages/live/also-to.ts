import type { LogDestination, LogLevel } from "#cluster/log.ts";

/** How pino spells levels in its lines. */
const numbers: Readonly<Record<LogLevel, number>> = { info: 30, warn: 40, error: 50, silent: 60 };

type Log = Readonly<{ level: LogLevel; destination: LogDestination }>;

/** The log that is asked for, at its level, of which `kept` hears all from "info" on. */
export function alsoTo(kept: LogDestination, log: Log | undefined): Log | undefined {
  if (!log) return undefined;
  const least = numbers[log.level];
  const write = (line: string): void => {
    const [, level] = /^\{"level":(\d+)/.exec(line) ?? [];
    if (Number(level ?? least) >= least) log.destination.write(line);
    kept.write(line);
  };
  return { level: "info", destination: { write } };
}
