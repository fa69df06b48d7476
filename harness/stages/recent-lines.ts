const maxLines = 4_000;
const maxErrors = 100;

/** Keeps the last 4,000 lines of a log in memory, and up to 100 errors from before. */
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

  lines(): readonly Line[] {
    return [...this.#errorsBefore(-maxLines), ...this.#lines.slice(-maxLines)];
  }

  #errorsBefore(end: number): readonly Line[] {
    return [...this.#errors, ...this.#lines.slice(0, end).filter(this.#isError)].slice(0, maxErrors);
  }
}
