import { isJsonObject, type Json, type JsonObject, unspelled } from "../../api/json.ts";

/** `target` with what `patch` changes (RFC 7396): `null` removes a member, objects are merged, all else replaces. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  // Entries are defined anew, not assigned: a member may be called __proto__.
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const old = merged.get(name);
    if (value === null) merged.delete(name);
    else if (isMap(value)) merged.set(name, mergePatch(old !== undefined && isMap(old) ? old : {}, value));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

/** Whether `value` has members; a number whose spelling was kept looks like an object and has none. */
export function isMap(value: Json): value is JsonObject {
  return isJsonObject(value) && unspelled(value) === value;
}
