/** Remaining uses of a token, at least 1; `last` while the last use is in progress. */
export type Uses = "unlimited" | "last" | number;

/** Numbers for `unlimited` and `last` in the API and in the store. */
const [unlimited, last] = [0, -1];

/** Converts the number of remaining uses in the API and the store to {@link Uses}. */
export function usesOf(number: number): Uses {
  if (number === unlimited) return "unlimited";
  return number === last ? "last" : number;
}

/** Converts remaining uses to their number in the API and the store. */
export function numberOf(uses: Uses): number {
  if (uses === "unlimited") return unlimited;
  return uses === "last" ? last : uses;
}

/** Returns the uses left after one use; undefined if none was left. */
export function usedOnce(uses: Uses): Uses | undefined {
  if (uses === "unlimited") return uses;
  if (uses === "last") return undefined;
  return uses === 1 ? "last" : uses - 1;
}
