import type { Socket } from "node:net";

/** How data go one way through a relay. */
export type Traffic = Readonly<{
  /** Nothing is read: what is sent waits in the sender's and the system's buffers, and goes on when the fault ends, as TCP has it. */
  isSilent: boolean;
  /** Every piece of data arrives at least this much later. */
  delayMilliseconds: number;
  /** `Infinity` for as fast as it goes. */
  bytesPerSecond: number;
}>;

/** So much may wait in a pipe before it stops to read. Enough for a delay of a second at the pace of a database. */
const maxWaitingBytes = 4 * 1024 * 1024;

type Piece = Readonly<{ data: Buffer; dueAt: number }>;

/** One direction of a relayed connection: reads `source`, writes `target`, in order, as late as `traffic` says. */
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

  /** `watch` sees each piece before it is taken on, and says whether the pipe takes it. */
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

  /** From now on data go as `traffic` says. What waits already keeps its time, unless that is now sooner. */
  change(traffic: Traffic): void {
    const wasSlow = this.#traffic.delayMilliseconds > 0 || this.#traffic.bytesPerSecond < Number.POSITIVE_INFINITY;
    this.#traffic = traffic;
    if (wasSlow && traffic.delayMilliseconds === 0 && traffic.bytesPerSecond === Number.POSITIVE_INFINITY) {
      this.#waiting = this.#waiting.map(({ data }) => ({ data, dueAt: 0 }));
      this.#lastDueAt = 0;
    }
    this.#flush();
  }

  /** Has the way end behind what waits, for its source is gone. False when nothing waits. */
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

  /** Writes what is due, and arranges to be called for the rest. */
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
