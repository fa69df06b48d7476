/**
 * Returns true if `text` consists of lines of one audit device: every line starts with `beginning`,
 * or is a truncated part of it, and at least one line starts with the complete `beginning`. Returns
 * false for an empty text.
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
