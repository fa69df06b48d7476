/** Remaining uses of a token: `unlimited`, a number of at least 1, or `last` during the request with the last use. */
export type Uses = "unlimited" | "last" | number;

const [unlimited, last] = [0, -1];

export function usesOf(number: number): Uses {
  if (number === unlimited) return "unlimited";
  return number === last ? "last" : number;
}

export function numberOf(uses: Uses): number {
  if (uses === "unlimited") return unlimited;
  return uses === "last" ? last : uses;
}

/** Returns the remaining uses after one more use; undefined if there was none left. */
export function usedOnce(uses: Uses): Uses | undefined {
  if (uses === "unlimited") return uses;
  if (uses === "last") return undefined;
  return uses === 1 ? "last" : uses - 1;
}
