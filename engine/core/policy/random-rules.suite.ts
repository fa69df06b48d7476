/** Numbers below `bound`, the same ones for the same seed. */
export function sampler(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
}

/** Whether a rule's path matches `asked`, by a regular expression instead of the code under test. */
export function matches(path: string, asked: string): boolean {
  const source = path
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\\\*$/, ".*")
    .split("/")
    .map((part) => (part === "\\+" ? "[^/]*" : part))
    .join("/");
  return new RegExp(`^${source}$`).test(asked);
}
