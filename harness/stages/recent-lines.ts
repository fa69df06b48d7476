/**
 * Number of lines that are kept. A step that waits sends some hundred requests per second, so this
 * covers the last seconds, in about a megabyte.
 */
const maxLines = 4_000;
/**
 * Maximum number of older errors that are kept. A scenario has few, and each may explain its
 * failure.
 */
const maxErrors = 100;

/** Keeps the last 4,000 lines of a log and up to 100 earlier errors in memory. */
export class RecentLines<Line> {
  readonly #isError: (line: Line) => boolean;
  #errors: readonly Line[] = [];
  #lines: Line[] = [];

  constructor(isError: (line: Line) => boolean) {
    this.#isError = isError;
  }

  add(line: Line): void {
    this.#lines.push(line);
    if (this.#lines.length < 2 * maxLines) return;
    this.#errors = this.#errorsBefore(-maxLines);
    this.#lines = this.#lines.slice(-maxLines);
  }

  /** Returns the lines, oldest first. */
  lines(): readonly Line[] {
    return [...this.#errorsBefore(-maxLines), ...this.#lines.slice(-maxLines)];
  }

  #errorsBefore(end: number): readonly Line[] {
    return [...this.#errors, ...this.#lines.slice(0, end).filter(this.#isError)].slice(0, maxErrors);
  }
}
