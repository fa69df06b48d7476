/** Parsed path of a rule. `tail` is the beginning of the last segment if the path ends in `*`, else undefined. */
export type PathPattern = Readonly<{
  path: string;
  segments: readonly string[];
  tail: string | undefined;
  /** Index of the first `+` or `*` in the path of a pattern. */
  firstWildcard: number;
  pluses: number;
}>;

/** Parses a rule's path: a final `*` matches any rest, a segment `+` any one segment. */
export function pathPattern(path: string): PathPattern {
  const isOpen = path.endsWith("*");
  const segments = (isOpen ? path.slice(0, -1) : path).split("/");
  const plus = segments.indexOf("+");
  return {
    path,
    segments: isOpen ? segments.slice(0, -1) : segments,
    tail: isOpen ? segments.at(-1) : undefined,
    firstWildcard: plus < 0 ? path.length - 1 : [...segments.slice(0, plus), ""].join("/").length,
    pluses: segments.filter((segment) => segment === "+").length,
  };
}

export function isExact({ tail, pluses }: PathPattern): boolean {
  return tail === undefined && pluses === 0;
}

/**
 * Orders patterns by precedence. Negative if `one` takes precedence over `other`: its first wildcard is further right,
 * it has no `*` at its end, it has fewer `+`, it is longer, or it is later in the alphabet, in this order (reference
 * documentation, "Policies").
 */
export function bySpecificity(one: PathPattern, other: PathPattern): number {
  return (
    other.firstWildcard - one.firstWildcard ||
    Number(one.tail !== undefined) - Number(other.tail !== undefined) ||
    one.pluses - other.pluses ||
    other.path.length - one.path.length ||
    (one.path < other.path ? 1 : one.path > other.path ? -1 : 0)
  );
}
