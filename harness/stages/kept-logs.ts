import type { LogDestination } from "#cluster/log.ts";
import type { LogLine } from "./stage.ts";

/** A step that waits asks a few hundred times a second; this many lines are the last seconds of it, and about a megabyte. */
const maxLines = 4_000;

/** pino's numbers for the levels that the log has. */
const levels: Readonly<Record<number, string>> = { 30: "info", 40: "warn", 50: "error" };

/** Keeps the last lines that clusters log, in memory, with the stage's time at which each was written. */
export class KeptLogs implements LogDestination {
  readonly #now: () => number;
  #lines: Readonly<{ at: number; line: string }>[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  write(line: string): void {
    this.#lines.push({ at: this.#now(), line });
    if (this.#lines.length >= 2 * maxLines) this.#lines = this.#lines.slice(-maxLines);
  }

  /** The last 4,000 lines, read only when somebody asks: most scenarios pass and nobody does. */
  lines(): readonly LogLine[] {
    return this.#lines.slice(-maxLines).map(({ at, line }) => {
      // The time is the machine's; the stage's may be days ahead.
      const { time: _, level, cluster, msg, ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      return { at, cluster: String(cluster), level: levels[Number(level)] ?? String(level), event: String(msg), facts };
    });
  }
}
