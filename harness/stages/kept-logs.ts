import type { LogDestination } from "#cluster/log.ts";
import type { LogLine } from "./stage.ts";

/** A step that waits asks a few hundred times a second; this many lines are the last seconds of it, and about a megabyte. */
const maxLines = 4_000;
/** Errors that are kept although they are older: a scenario has none or few, and each may be why it fails. */
const maxErrors = 100;
/** How pino spells the level of an error. */
const errorMark = '"level":50';

/** pino's numbers for the levels that the log has. */
const levels: Readonly<Record<number, string>> = { 30: "info", 40: "warn", 50: "error" };

type KeptLine = Readonly<{ at: number; line: string }>;

/** Keeps the last lines that clusters log, and the first errors before them, in memory, with the stage's time at which each was written. */
export class KeptLogs implements LogDestination {
  readonly #now: () => number;
  #errors: readonly KeptLine[] = [];
  #lines: KeptLine[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  write(line: string): void {
    this.#lines.push({ at: this.#now(), line });
    if (this.#lines.length < 2 * maxLines) return;
    this.#errors = this.#errorsBefore(-maxLines);
    this.#lines = this.#lines.slice(-maxLines);
  }

  /** The last 4,000 lines after up to 100 errors that are older, oldest first. */
  lines(): readonly LogLine[] {
    return [...this.#errorsBefore(-maxLines), ...this.#lines.slice(-maxLines)].map(({ at, line }) => {
      // The time is the machine's; the stage's may be days ahead.
      const { time: _, level, cluster, msg, ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      return { at, cluster: String(cluster), level: levels[Number(level)] ?? String(level), event: String(msg), facts };
    });
  }

  #errorsBefore(end: number): readonly KeptLine[] {
    const errors = this.#lines.slice(0, end).filter(({ line }) => line.includes(errorMark));
    return [...this.#errors, ...errors].slice(0, maxErrors);
  }
}
