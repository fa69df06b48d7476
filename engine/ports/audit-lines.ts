/**
 * Whether `text` is lines of one audit device: each begins with `beginning`, but for one that was written in part and breaks off
 * within it. Text without a line that does, such as none at all, is not.
 */
export function areAuditLines(text: string, beginning: string): boolean {
  const lines = text.split("\n");
  // What stands behind the last line feed is no line yet.
  if (lines.at(-1) === "") lines.pop();
  return (
    lines.some((line) => line.startsWith(beginning)) &&
    lines.every((line) => line.startsWith(beginning) || beginning.startsWith(line))
  );
}
