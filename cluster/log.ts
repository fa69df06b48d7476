import { type DestinationStream, pino } from "pino";
import type { Log } from "#engine/ports/log.ts";

export type LogLevel = "silent" | "error" | "warn" | "info";

/** Takes lines, each with its end. */
export type LogDestination = DestinationStream;

/** A log of one JSON object a line, on standard output unless `destination` is given. `cluster` stands in every line. */
export function jsonLog(options: Readonly<{ cluster: string; level: LogLevel; destination?: LogDestination }>): Log {
  const settings = { level: options.level, base: { cluster: options.cluster } };
  const logger = options.destination ? pino(settings, options.destination) : pino(settings);
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, facts) => logger.error(facts ?? {}, event),
  };
}
