/** Position in a text. Lines and columns count from 1; a column is a Unicode character. */
export type Position = Readonly<{ line: number; column: number }>;

/** Syntax error at a position. The message begins with the position, as in the reference. */
export class HclError extends Error {
  override readonly name = "HclError";

  constructor({ line, column }: Position, message: string) {
    super(`At ${line}:${column}: ${message}`);
  }
}

export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(lineStart)].length + 1 };
}
