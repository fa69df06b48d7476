import type { LogDestination } from "#cluster/log.ts";
import { RecentLines } from "./recent-lines.ts";
import type { LogLine } from "./stage.ts";

const errorMark = '"level":50';

const levels: Readonly<Record<number, string>> = { 30: "info", 40: "warn", 50: "error" };

type TimedLine = Readonly<{ at: number; line: string }>;

export type CollectedLogsOptions = Readonly<{
  now: () => number;
  /** Called with every line except those about requests, because the history records requests itself. */
  onLine?: (line: LogLine) => void;
}>;

export class CollectedLogs implements LogDestination {
  readonly #now: () => number;
  readonly #onLine: ((line: LogLine) => void) | undefined;
  readonly #lines = new RecentLines<TimedLine>(({ line }) => line.includes(errorMark));

  constructor({ now, onLine }: CollectedLogsOptions) {
    this.#now = now;
    this.#onLine = onLine;
  }

  write(line: string): void {
    const timed = { at: this.#now(), line };
    this.#lines.add(timed);
    if (this.#onLine && !line.includes('"msg":"request"')) this.#onLine(read(timed));
  }

  /** Returns up to 100 older errors and then the last 4,000 lines, oldest first. */
  lines(): readonly LogLine[] {
    return this.#lines.lines().map(read);
  }
}

function read({ at, line }: TimedLine): LogLine {
  // pino's time is the machine's, while the stage's time may be days ahead.
  const { time: _, level, cluster, msg, ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  return { at, cluster: String(cluster), level: levels[Number(level)] ?? String(level), event: String(msg), facts };
}
