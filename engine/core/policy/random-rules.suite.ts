export function sampler(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
}

/** True if a rule's path matches `requested`; a reference implementation by a regular expression. */
export function matches(path: string, requested: string): boolean {
  const source = path
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\\\*$/, ".*")
    .split("/")
    .map((part) => (part === "\\+" ? "[^/]*" : part))
    .join("/");
  return new RegExp(`^${source}$`).test(requested);
}
