import type { LogDestination } from "#cluster/log.ts";
import { RecentLines } from "./recent-lines.ts";
import type { LogLine } from "./stage.ts";

/** How pino spells the level of an error. */
const errorMark = '"level":50';

/** pino's numbers for the levels that the log has. */
const levels: Readonly<Record<number, string>> = { 30: "info", 40: "warn", 50: "error" };

type KeptLine = Readonly<{ at: number; line: string }>;

export type CollectedLogsOptions = Readonly<{
  now: () => number;
  /** Is told of every line but those about requests, of which the history tells in its own way. Default: none. */
  told?: (line: LogLine) => void;
}>;

/** Keeps the last lines that clusters log, and the first errors before them, with the stage's time at which each was written. */
export class CollectedLogs implements LogDestination {
  readonly #now: () => number;
  readonly #told: ((line: LogLine) => void) | undefined;
  readonly #lines = new RecentLines<KeptLine>(({ line }) => line.includes(errorMark));

  constructor({ now, told }: CollectedLogsOptions) {
    this.#now = now;
    this.#told = told;
  }

  write(line: string): void {
    const kept = { at: this.#now(), line };
    this.#lines.add(kept);
    if (this.#told && !line.includes('"msg":"request"')) this.#told(read(kept));
  }

  /** The last 4,000 lines after up to 100 errors that are older, oldest first. */
  lines(): readonly LogLine[] {
    return this.#lines.lines().map(read);
  }
}

function read({ at, line }: KeptLine): LogLine {
  // The time is the machine's; the stage's may be days ahead.
  const { time: _, level, cluster, msg, ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  return { at, cluster: String(cluster), level: levels[Number(level)] ?? String(level), event: String(msg), facts };
}
