/** A rule's path taken apart. `tail` is what the last segment begins with when the path ends in `*`. */
export type PathPattern = Readonly<{
  path: string;
  segments: readonly string[];
  tail: string | undefined;
  /** Where the first `+` or the `*` stands. */
  firstWildcard: number;
  /** How many segments are `+`. */
  pluses: number;
}>;

/** Understands a rule's path: `*` at its end stands for any rest, `+` for any one segment. */
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

/** Whether the path stands for itself alone. */
export function isExact({ tail, pluses }: PathPattern): boolean {
  return tail === undefined && pluses === 0;
}

/**
 * Below zero when `one` is to be asked before `other` where both match: that with the first wildcard further right, that without
 * `*` at its end, that with fewer `+`, the longer one, the later in the alphabet (reference documentation, "Policies").
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
