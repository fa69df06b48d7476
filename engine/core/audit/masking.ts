import type { Json } from "../../api/json.ts";
import { isRawNumber, setMember } from "../../api/json.ts";

export type Masking = (text: string) => string;

type Unfilled = Readonly<{ source: object; copy: Json[] | Record<string, Json> }>;

/**
 * Returns a copy of `value` with all texts masked. Unchanged are names, numbers, booleans, null, and the top-level
 * members named in `plain`. Iterative, since recursion would overflow the stack at the maximum depth of a body.
 */
export function masked(value: Json, mask: Masking, plain: readonly string[] = []): Json {
  const unfilled: Unfilled[] = [];
  const plainNames = new Set(plain);
  const copyOf = (one: Json): Json => {
    if (typeof one === "string") return mask(one);
    if (typeof one !== "object" || one === null || isRawNumber(one)) return one;
    // A copy without a prototype would overflow the stack: JSON.stringify is recursive for such objects.
    const copy: Unfilled["copy"] = Array.isArray(one) ? [] : {};
    unfilled.push({ source: one, copy });
    return copy;
  };
  const result = copyOf(value);
  for (let next = unfilled.pop(); next; next = unfilled.pop()) {
    const { source, copy } = next;
    if (Array.isArray(copy)) for (const item of source as readonly Json[]) copy.push(copyOf(item));
    else {
      for (const [name, member] of Object.entries(source)) {
        setMember(copy, name, copy === result && plainNames.has(name) ? member : copyOf(member));
      }
    }
  }
  return result;
}
