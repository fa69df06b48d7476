import { HclError, positionOf } from "./hcl-error.ts";

const opening = /<<(-?)([\p{L}\p{Nd}_]*)/uy;

/**
 * Reads the text between `<<NAME` and a line that contains only `NAME` and blanks; `end` is the offset of the end of
 * that line. After `<<-NAME`, the indentation of the closing line is removed from the lines, if all of them have it.
 * Throws an HclError if the text is invalid.
 */
export function readHeredoc(text: string, offset: number): { value: string; end: number } {
  const refuse = (at: number, message: string) => new HclError(positionOf(text, at), message);
  opening.lastIndex = offset;
  const found = opening.exec(text);
  if (!found) throw refuse(offset + 1, "heredoc expected second '<', didn't see it");
  const [head, dash, name] = found;
  const lineEnd = offset + head.length;
  if (lineEnd === text.length) throw refuse(lineEnd, "heredoc not terminated");
  if (text[lineEnd] !== "\n") throw refuse(lineEnd, "invalid characters in heredoc anchor");
  if (name === "") throw refuse(lineEnd, "zero-length heredoc anchor");
  const start = lineEnd + 1;
  for (let from = start; ; ) {
    const to = text.indexOf("\n", from);
    if (to < 0) throw refuse(text.length, "heredoc not terminated");
    const line = text.slice(from, to);
    if (line.trim() === name) {
      const content = text.slice(start, from);
      const indent = line.slice(0, line.length - line.trimStart().length);
      return { value: dash === "-" ? unindented(content, indent) : content, end: to };
    }
    from = to + 1;
  }
}

function unindented(content: string, indent: string): string {
  const lines = content.split("\n").slice(0, -1);
  if (!lines.every((line) => line.startsWith(indent))) return content;
  return lines.map((line) => `${line.slice(indent.length)}\n`).join("");
}
