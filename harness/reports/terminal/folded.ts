/** Narrower than this, folding only makes a mess. */
const narrowest = 40;

/** A line in pieces that fit into `columns`, broken at blanks where there are any; each piece is indented as the line is. */
export function folded(line: string, columns: number): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  const room = columns - indent.length;
  if (line.length <= columns || room < narrowest) return [line];
  const pieces: string[] = [];
  let rest = line.slice(indent.length);
  while (rest.length > room) {
    const blank = rest.lastIndexOf(" ", room);
    const end = blank > room / 2 ? blank : room;
    pieces.push(indent + rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, indent + rest];
}
