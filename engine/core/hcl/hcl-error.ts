/** A place in a text; lines and columns count from 1, columns in characters. */
export type Position = Readonly<{ line: number; column: number }>;

/** What is wrong with a document, and where; the only error that reading one throws. The message is the reference's. */
export class HclError extends Error {
  override readonly name = "HclError";

  constructor({ line, column }: Position, what: string) {
    super(`At ${line}:${column}: ${what}`);
  }
}

/** Where `offset` lies in `text`; the end of a text lies behind its last character. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(lineStart)].length + 1 };
}
