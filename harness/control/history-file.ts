import { closeSync, writeSync } from "node:fs";
import { whyNotWritten } from "#harness/files/disk-full.ts";
import { openOwnerOnly } from "#harness/files/owner-only.ts";

/** Size of new lines, in bytes, from which they are written at once. Frequent small writes would slow down clusters. */
const chunkBytes = 64 * 1024;
/** Time after which smaller data are written, in milliseconds. A crash of the program loses newer events. */
const flushMilliseconds = 250;
const retryMilliseconds = 1_000;
const defaultMaxWaitingBytes = 16 * 1024 * 1024;

/** Writes bytes to a file and returns the number of bytes written, which may be smaller. Throws the system's error. */
type Write = (file: number, bytes: Uint8Array) => number;

export type HistoryFileOptions = Readonly<{
  /** Receives a message for people, for example when writing fails or works again. */
  onTrouble: (message: string) => void;
  write?: Write;
  maxWaitingBytes?: number;
  retryMilliseconds?: number;
}>;

/**
 * Sizes of the written and unwritten parts, in bytes. `trouble` is the reason why writing fails at present, or null.
 */
export type HistoryFileState = Readonly<{
  written_bytes: number;
  waiting_bytes: number;
  lost_events: number;
  trouble: string | null;
}>;

/**
 * File of a long history, one event per line. While writing fails, lines wait in memory and are written later. If more
 * lines wait than fit in `maxWaitingBytes`, the file ends there, because a history with a gap cannot be checked.
 */
export class HistoryFile {
  readonly #path: string;
  readonly #file: number;
  readonly #options: Required<HistoryFileOptions>;
  #lines: string[] = [];
  #lineBytes = 0;
  readonly #chunks: Uint8Array[] = [];
  #chunkBytes = 0;
  #written = 0;
  #lost = 0;
  #trouble: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Creates or truncates the file. Throws if it cannot be opened. */
  constructor(path: string, options: HistoryFileOptions) {
    this.#path = path;
    this.#options = { write: writeSync, maxWaitingBytes: defaultMaxWaitingBytes, retryMilliseconds, ...options };
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
      if (this.#lost++ === 0)
        this.#report("too many events wait in memory: the history ends here, later events are lost");
      return;
    }
    this.#lines.push(line, "\n");
    this.#lineBytes += bytes;
    if (this.#trouble === undefined && this.#lineBytes >= chunkBytes) this.flush();
    else this.#flushLater(flushMilliseconds);
  }

  /** Writes as much as the disk accepts. Returns the length of the file and the data that is still unwritten. */
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
        this.#report(`it can be written again${this.#lost > 0 ? "" : ", and nothing is missing"}`);
      this.#trouble = undefined;
    } catch (error) {
      const why = whyNotWritten(error) ?? String(error);
      if (this.#trouble !== why) this.#report(`it cannot be written: ${why}; new events are kept in memory`);
      this.#trouble = why;
      this.#flushLater(this.#options.retryMilliseconds);
    }
    return { length: this.#written, waiting: [...this.#chunks] };
  }

  /**
   * Writes the remaining data and closes the file. Returns the reason if the file is incomplete, otherwise undefined.
   */
  close(): string | undefined {
    if (this.#isClosed) return undefined;
    this.flush();
    this.#isClosed = true;
    clearTimeout(this.#timer);
    closeSync(this.#file);
    return (
      this.#trouble ?? (this.#lost > 0 ? `${this.#lost} events were lost while it could not be written` : undefined)
    );
  }

  #writeChunks(): void {
    for (let [first] = this.#chunks; first; [first] = this.#chunks) {
      const taken = this.#options.write(this.#file, first);
      if (taken === 0) throw new Error("the system wrote no data");
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

  #report(event: string): void {
    this.#options.onTrouble(`the history in ${this.#path}: ${event}`);
  }
}
