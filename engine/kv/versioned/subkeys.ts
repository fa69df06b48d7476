import type { Json, JsonObject } from "../../api/json.ts";
import { isMap } from "./merge-patch.ts";

/**
 * Returns `data` with every value that is not a nonempty object replaced by `null`. Objects below `depth` levels are
 * replaced too; 0 means unlimited.
 */
export function subkeysOf(data: JsonObject, depth: number): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, stripped(value, depth - 1)]));
}

function stripped(value: Json, levels: number): Json {
  if (levels === 0 || !isMap(value) || Object.keys(value).length === 0) return null;
  return subkeysOf(value, levels);
}
