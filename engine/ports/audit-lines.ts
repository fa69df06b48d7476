/**
 * Returns true if each line of `text` starts with `beginning` or is a truncated `beginning`, and at
 * least one line starts with the complete `beginning`.
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
