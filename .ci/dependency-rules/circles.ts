/** For each importing file, the files that it imports. Paths are relative to the root. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns each set of files that import one another, sorted. Source: Tarjan, strongly connected components. */
export function circlesIn(imports: Imports): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const met = new Map<string, { order: number; lowest: number }>();
  const open: string[] = [];

  const visit = (file: string) => {
    const here = { order: met.size, lowest: met.size };
    met.set(file, here);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      const known = met.get(next) ?? visit(next);
      if (open.includes(next)) here.lowest = Math.min(here.lowest, known.lowest);
    }
    if (here.lowest === here.order) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1 || imports.get(file)?.includes(file)) circles.push(circle.toSorted());
    }
    return here;
  };
  for (const file of imports.keys()) if (!met.has(file)) visit(file);
  return circles.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));
}
