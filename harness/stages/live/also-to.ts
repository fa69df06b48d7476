import type { LogDestination, LogLevel } from "#cluster/log.ts";

const numbers: Readonly<Record<LogLevel, number>> = { info: 30, warn: 40, error: 50, silent: 60 };

type Log = Readonly<{ level: LogLevel; destination: LogDestination }>;

/**
 * Returns a log that writes lines to `log` if they have at least its level, and all lines from level "info" to `all`;
 * undefined without `log`. Requests are logged only if the level of `log` is "info".
 */
export function alsoTo(
  all: LogDestination,
  log: Log | undefined,
): (Log & Readonly<{ logsRequests: boolean }>) | undefined {
  if (!log) return undefined;
  const least = numbers[log.level];
  const write = (line: string): void => {
    const [, level] = /^\{"level":(\d+)/.exec(line) ?? [];
    if (Number(level ?? least) >= least) log.destination.write(line);
    all.write(line);
  };
  return { level: "info", logsRequests: log.level === "info", destination: { write } };
}
