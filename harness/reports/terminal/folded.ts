/** Minimum width to which lines are folded, in columns without the indentation. */
const narrowest = 40;

/**
 * Folds a line into pieces of at most `columns` columns, each with the indentation of the line. Breaks only at spaces:
 * a longer word, such as the location of an error, stays whole, so that it can be clicked or copied. Returns the line
 * unfolded if `columns` minus the indentation is less than {@link narrowest}.
 */
export function folded(line: string, columns: number): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  const room = columns - indent.length;
  if (line.length <= columns || room < narrowest) return [line];
  const pieces: string[] = [];
  let piece = "";
  for (const word of line.slice(indent.length).split(" ")) {
    if (piece !== "" && piece.length + 1 + word.length > room) {
      pieces.push(indent + piece);
      piece = word;
    } else piece = piece === "" ? word : `${piece} ${word}`;
  }
  return [...pieces, indent + piece];
}
