import { closeSync, writeSync } from "node:fs";
import { whyNotWritten } from "#harness/reports/disk-full.ts";
import { openOwnerOnly } from "#harness/reports/owner-only.ts";

/** So much is written at once, in bytes: more often it would cost the clusters of this process time. */
const chunkBytes = 64 * 1024;
/** A line is on its way to the disk after so many milliseconds at the latest; a crash of the program loses what is younger. */
const lateMilliseconds = 250;
/** How often it is tried again while the disk takes nothing. */
const retryMilliseconds = 1_000;
/** So much waits in memory while the disk takes nothing: some ten thousand events. */
const usualMaxWaitingBytes = 16 * 1024 * 1024;

/** Writes bytes to a file, and returns how many it took. Throws the operating system's error. */
type Write = (file: number, bytes: Uint8Array) => number;

export type HistoryFileOptions = Readonly<{
  /** Reports at once what happens to the file, for people: that it cannot be written, that it can again, that lines are lost. */
  onTrouble: (told: string) => void;
  /** Default: the operating system's. */
  write?: Write;
  maxWaitingBytes?: number;
  retryMilliseconds?: number;
}>;

/** What is written and what is not. `trouble` says why nothing can be written now; null when all is well. */
export type HistoryFileState = Readonly<{
  written_bytes: number;
  waiting_bytes: number;
  lost_events: number;
  trouble: string | null;
}>;

/**
 * A file that the lines of a long history are written to. What a full disk does not take waits in memory, and is written when there is room
 * again. Where too much waits, the history ends with the last line that is kept: one with a gap could not be judged.
 */
export class HistoryFile {
  readonly #path: string;
  readonly #file: number;
  readonly #options: Required<HistoryFileOptions>;
  #lines: string[] = [];
  #lineBytes = 0;
  /** What is to be written first, in pieces; of the first one a part may be written. */
  readonly #chunks: Uint8Array[] = [];
  #chunkBytes = 0;
  #written = 0;
  #lost = 0;
  #trouble: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Begins the file anew. Throws where it cannot be opened. */
  constructor(path: string, options: HistoryFileOptions) {
    this.#path = path;
    this.#options = { write: writeSync, maxWaitingBytes: usualMaxWaitingBytes, retryMilliseconds, ...options };
    this.#file = openOwnerOnly(path);
  }

  get state(): HistoryFileState {
    return {
      written_bytes: this.#written,
      waiting_bytes: this.#lineBytes + this.#chunkBytes,
      lost_events: this.#lost,
      trouble: this.#trouble ?? null,
    };
  }

  add(line: string): void {
    const bytes = Buffer.byteLength(line) + 1;
    if (this.#lost > 0 || this.#lineBytes + this.#chunkBytes + bytes > this.#options.maxWaitingBytes) {
      if (this.#lost++ === 0) this.#tell("too much of it waits in memory: it ends here, later events are lost");
      return;
    }
    this.#lines.push(line, "\n");
    this.#lineBytes += bytes;
    if (this.#trouble === undefined && this.#lineBytes >= chunkBytes) this.flush();
    else this.#flushLater(lateMilliseconds);
  }

  /** Writes what the disk takes. Returns how long the file is, and what is to follow in it and waits, in bytes. */
  flush(): Readonly<{ length: number; waiting: readonly Uint8Array[] }> {
    if (this.#lineBytes > 0) {
      this.#chunks.push(Buffer.from(this.#lines.join("")));
      this.#chunkBytes += this.#lineBytes;
      this.#lines = [];
      this.#lineBytes = 0;
    }
    try {
      this.#writeChunks();
      if (this.#trouble !== undefined)
        this.#tell(`it can be written again${this.#lost > 0 ? "" : ", and nothing is missing"}`);
      this.#trouble = undefined;
    } catch (error) {
      const why = whyNotWritten(error) ?? String(error);
      if (this.#trouble !== why) this.#tell(`it cannot be written: ${why}; what happens waits in memory`);
      this.#trouble = why;
      this.#flushLater(this.#options.retryMilliseconds);
    }
    return { length: this.#written, waiting: [...this.#chunks] };
  }

  /** Writes what was kept back, and closes the file. Returns why it is not whole, where that is so. */
  close(): string | undefined {
    if (this.#isClosed) return undefined;
    this.flush();
    this.#isClosed = true;
    clearTimeout(this.#timer);
    closeSync(this.#file);
    return this.#trouble ?? (this.#lost > 0 ? `${this.#lost} events came while it could not be written` : undefined);
  }

  #writeChunks(): void {
    for (let [first] = this.#chunks; first; [first] = this.#chunks) {
      const taken = this.#options.write(this.#file, first);
      if (taken === 0) throw new Error("the system writes nothing");
      this.#written += taken;
      this.#chunkBytes -= taken;
      if (taken < first.length) this.#chunks[0] = first.subarray(taken);
      else this.#chunks.shift();
    }
  }

  #flushLater(milliseconds: number): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, milliseconds);
    this.#timer.unref();
  }

  #tell(what: string): void {
    this.#options.onTrouble(`the history in ${this.#path}: ${what}`);
  }
}
