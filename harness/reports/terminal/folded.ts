/** Narrower than this, folding only makes a mess. */
const narrowest = 40;

/**
 * A line in pieces that fit into `columns`, each indented as the line is. It breaks only at blanks: a word that is longer, such as the
 * place of an error, stays whole, to be clicked on or copied.
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
