import { type DestinationStream, pino } from "pino";
import type { Log } from "#engine/ports/log.ts";

export type LogLevel = "silent" | "error" | "warn" | "info";

export type LogDestination = DestinationStream;

/** Creates a log that writes one JSON object per line. Default destination: standard output. */
export function jsonLog(options: Readonly<{ cluster: string; level: LogLevel; destination?: LogDestination }>): Log {
  const settings = { level: options.level, base: { cluster: options.cluster } };
  const logger = options.destination ? pino(settings, options.destination) : pino(settings);
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, facts) => logger.error(facts ?? {}, event),
  };
}
