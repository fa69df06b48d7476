type Located = Readonly<{ id: string; location: { line: number } }>;

/**
 * Returns the line in `feature` of the node with the last of `ids`, which is a scenario or a row of its examples table.
 * Returns 0 if there is none.
 */
export function lineOf(ids: readonly string[], feature: unknown): number {
  const wanted = ids.at(-1);
  const lineIn = (node: unknown): number | undefined => {
    if (typeof node !== "object" || node === null) return undefined;
    if (isLocated(node) && node.id === wanted) return node.location.line;
    for (const child of Object.values(node)) {
      const found = lineIn(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return lineIn(feature) ?? 0;
}

function isLocated(node: object): node is Located {
  return "id" in node && "location" in node;
}
