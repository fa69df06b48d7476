/** How often a token may still be used: so many times, at least once; or its last use is being made, and it ends with that. */
export type Uses = "unlimited" | "last" | number;

/** In the API and in the store: 0 is without limit, -1 the last use. */
const [unlimited, last] = [0, -1];

/** The uses of which the API and the store tell this number. */
export function usesOf(number: number): Uses {
  if (number === unlimited) return "unlimited";
  return number === last ? "last" : number;
}

/** The number that the API and the store tell of `uses`. */
export function numberOf(uses: Uses): number {
  if (uses === "unlimited") return unlimited;
  return uses === "last" ? last : uses;
}

/** What is left once it is used; undefined when nothing was left. */
export function usedOnce(uses: Uses): Uses | undefined {
  if (uses === "unlimited") return uses;
  if (uses === "last") return undefined;
  return uses === 1 ? "last" : uses - 1;
}
