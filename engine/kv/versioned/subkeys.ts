import type { Json, JsonObject } from "../../api/json.ts";
import { isMap } from "./merge-patch.ts";

/** Returns the structure of `data` to `depth` levels (0: all); its leaves are `null`. */
export function subkeysOf(data: JsonObject, depth: number): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, stripped(value, depth - 1)]));
}

/**
 * Replaces a value by `null` or by its structure. An empty map is a leaf, as in the reference.
 * `levels` is 0 at the maximum depth and negative if the depth is unlimited.
 */
function stripped(value: Json, levels: number): Json {
  if (levels === 0 || !isMap(value) || Object.keys(value).length === 0) return null;
  return subkeysOf(value, levels);
}
