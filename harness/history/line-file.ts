import { closeSync, writeFileSync } from "node:fs";
import { openOwnerOnly } from "#harness/files/owner-only.ts";

const bufferLength = 64 * 1024;

/** A file to which lines are appended. If the process crashes, buffered lines are lost. */
export class LineFile implements Disposable {
  readonly #file: number;
  #waiting: string[] = [];
  #length = 0;
  #failure: unknown;
  #isClosed = false;

  /** Creates the file, or truncates an existing one. Throws if it cannot be opened. */
  constructor(path: string) {
    this.#file = openOwnerOnly(path);
  }

  /** Appends a line. A write error is thrown only when the file is closed, so that the scenario continues. */
  add(line: string): void {
    this.#waiting.push(line, "\n");
    this.#length += line.length + 1;
    if (this.#length >= bufferLength) this.#write();
  }

  /** Closes the file. Throws the first error that occurred when writing, such as a full disk. */
  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#write();
    closeSync(this.#file);
    if (this.#failure !== undefined) throw this.#failure;
  }

  #write(): void {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#length = 0;
    if (this.#failure !== undefined) return;
    try {
      // writeFileSync writes everything or throws: writeSync on a nearly full disk writes a part without an error.
      writeFileSync(this.#file, text);
    } catch (error) {
      this.#failure = error;
    }
  }
}
