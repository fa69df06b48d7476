import type { Json } from "../../api/json.ts";
import { isSpelled } from "../../api/json.ts";

/** What stands in place of a text. */
export type Masking = (text: string) => string;

/** `value` with every text in it masked; names, numbers and truths stay. Members named in `plain` stay, too, at the top. */
export function masked(value: Json, mask: Masking, plain: readonly string[] = []): Json {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item: Json) => masked(item, mask));
  if (typeof value !== "object" || value === null || isSpelled(value)) return value;
  const result: Record<string, Json> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    result[name] = plain.includes(name) ? member : masked(member, mask);
  }
  return result;
}
