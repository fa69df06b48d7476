/**
 * Returns true if all lines of `text` start with `beginning`, which identifies an audit device. A line that is
 * truncated within `beginning` is accepted if another line starts with the complete `beginning`. Returns false for an
 * empty text.
 */
export function areAuditLines(text: string, beginning: string): boolean {
  const lines = text.split("\n");
  // The text after the last line feed is not a line yet.
  if (lines.at(-1) === "") lines.pop();
  return (
    lines.some((line) => line.startsWith(beginning)) &&
    lines.every((line) => line.startsWith(beginning) || beginning.startsWith(line))
  );
}
