import type { Json } from "../../api/json.ts";
import { isRawNumber, setMember } from "../../api/json.ts";

/** What stands in place of a text. */
export type Masking = (text: string) => string;

/** An array or an object of which a copy is to be filled. */
type Unfilled = Readonly<{ source: object; copy: Json[] | Record<string, Json> }>;

/**
 * `value` with every text in it masked; names, numbers and truths stay. Members named in `plain` stay, too, at the top. Values are nested as
 * deeply as a body may be, which a function that calls itself would find no room for on the stack.
 */
export function masked(value: Json, mask: Masking, plain: readonly string[] = []): Json {
  const unfilled: Unfilled[] = [];
  const plainNames = new Set(plain);
  const copyOf = (one: Json): Json => {
    if (typeof one === "string") return mask(one);
    if (typeof one !== "object" || one === null || isRawNumber(one)) return one;
    // Deep JSON of objects without a prototype fits no stack: JSON.stringify calls itself for them.
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
