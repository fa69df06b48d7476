import type { Json, JsonObject } from "../../api/json.ts";
import { isMap } from "./merge-patch.ts";

/** The structure of `data` without what it holds: every leaf is `null`, and so is whatever lies below `depth` levels; 0 means all. */
export function subkeysOf(data: JsonObject, depth: number): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, stripped(value, depth - 1)]));
}

/** A map without members is a leaf, as the reference has it. `levels` is 0 where the depth ends, below 0 where none was given. */
function stripped(value: Json, levels: number): Json {
  if (levels === 0 || !isMap(value) || Object.keys(value).length === 0) return null;
  return subkeysOf(value, levels);
}
