import type { Socket } from "node:net";

export type Traffic = Readonly<{
  /** If true, the pipe reads and forwards nothing. Waiting data are delivered when the fault ends, as with TCP. */
  isSilent: boolean;
  /** Minimum delay of all data in milliseconds. */
  delayMilliseconds: number;
  /** Bandwidth; `Infinity` for no limit. */
  bytesPerSecond: number;
}>;

/** Amount of waiting data at which the pipe stops reading. */
const maxWaitingBytes = 4 * 1024 * 1024;

type Piece = Readonly<{ data: Buffer; dueAt: number }>;

/** One direction of a relayed connection: from `source` to `target`, in order, under the conditions of `traffic`. */
export class RelayPipe {
  readonly #source: Socket;
  readonly #target: Socket;
  readonly #watch: (data: Buffer) => boolean;
  #traffic: Traffic;
  #waiting: Piece[] = [];
  #waitingBytes = 0;
  #lastDueAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #isFull = false;

  /** `watch` is called with all data before they are forwarded. If it returns false, the pipe discards these data. */
  constructor(
    options: Readonly<{ source: Socket; target: Socket; traffic: Traffic; watch: (data: Buffer) => boolean }>,
  ) {
    this.#source = options.source;
    this.#target = options.target;
    this.#traffic = options.traffic;
    this.#watch = options.watch;
    this.#source.on("data", (data: Buffer) => this.#take(data));
    this.#source.on("end", () => {
      this.#hasEnded = true;
      this.#flush();
    });
    this.#target.on("drain", () => {
      this.#isFull = false;
      this.#flush();
    });
    this.#target.on("close", () => clearTimeout(this.#timer));
    this.change(options.traffic);
  }

  /**
   * Changes the conditions. Data that already wait keep their delivery time, unless the new conditions have neither a
   * delay nor a bandwidth limit: then they are due at once.
   */
  change(traffic: Traffic): void {
    const wasSlow = this.#traffic.delayMilliseconds > 0 || this.#traffic.bytesPerSecond < Number.POSITIVE_INFINITY;
    this.#traffic = traffic;
    if (wasSlow && traffic.delayMilliseconds === 0 && traffic.bytesPerSecond === Number.POSITIVE_INFINITY) {
      this.#waiting = this.#waiting.map(({ data }) => ({ data, dueAt: 0 }));
      this.#lastDueAt = 0;
    }
    this.#flush();
  }

  /**
   * Ends the stream to the target after the waiting data are written. Returns false, without effect, if no data wait.
   */
  end(): boolean {
    if (this.#waiting.length === 0) return false;
    this.#hasEnded = true;
    this.#flush();
    return true;
  }

  #take(data: Buffer): void {
    if (!this.#watch(data)) return;
    const { delayMilliseconds, bytesPerSecond } = this.#traffic;
    const now = performance.now();
    const earliest =
      delayMilliseconds === 0 && bytesPerSecond === Number.POSITIVE_INFINITY ? 0 : now + delayMilliseconds;
    this.#lastDueAt = Math.max(earliest, this.#lastDueAt) + (data.length / bytesPerSecond) * 1000;
    this.#waiting.push({ data, dueAt: this.#lastDueAt });
    this.#waitingBytes += data.length;
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    const { isSilent } = this.#traffic;
    while (!isSilent && !this.#isFull) {
      const [next] = this.#waiting;
      if (!next) break;
      const left = next.dueAt - performance.now();
      if (left > 0) {
        this.#timer = setTimeout(() => this.#flush(), Math.ceil(left));
        break;
      }
      this.#waiting.shift();
      this.#waitingBytes -= next.data.length;
      this.#isFull = !this.#target.write(next.data);
    }
    if (!isSilent && this.#hasEnded && this.#waiting.length === 0) this.#target.end();
    if (isSilent || this.#waitingBytes >= maxWaitingBytes) this.#source.pause();
    else this.#source.resume();
  }
}
