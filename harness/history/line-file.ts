import { closeSync, writeFileSync } from "node:fs";
import { openOwnerOnly } from "#harness/reports/owner-only.ts";

/** So much is kept back before it is written, in characters. */
const bufferLength = 64 * 1024;

/** A file that lines are streamed to. A crash of the program loses the last 64 KiB at most. */
export class LineFile implements Disposable {
  readonly #file: number;
  #waiting: string[] = [];
  #length = 0;
  #trouble: unknown;
  #isClosed = false;

  /** Begins the file anew. Throws where it cannot be opened. */
  constructor(path: string) {
    this.#file = openOwnerOnly(path);
  }

  /** What cannot be written is found when the file is closed: a play goes on without. */
  add(line: string): void {
    this.#waiting.push(line, "\n");
    this.#length += line.length + 1;
    if (this.#length >= bufferLength) this.#write();
  }

  /** Throws why the file is not whole, such as on a full disk. */
  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#write();
    closeSync(this.#file);
    if (this.#trouble !== undefined) throw this.#trouble;
  }

  #write(): void {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#length = 0;
    if (this.#trouble !== undefined) return;
    try {
      // All of it: a disk that is nearly full takes a part, and says so only when it is given the rest.
      writeFileSync(this.#file, text);
    } catch (error) {
      this.#trouble = error;
    }
  }
}
