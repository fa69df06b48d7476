import { isJsonObject, type Json, type JsonObject, setMember, withoutRawNumber } from "../../api/json.ts";

/** An object that is to be filled with what `patch` makes of `target`. */
type Unmerged = Readonly<{ target: JsonObject; patch: JsonObject; merged: Record<string, Json> }>;

/**
 * `target` with what `patch` changes (RFC 7396): `null` removes a member, objects are merged, all else replaces. Patches are nested as deeply as a
 * body may be, which a function that calls itself would find no room for on the stack.
 */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, Json> = {};
  const unmerged: Unmerged[] = [{ target, patch, merged: result }];
  for (let next = unmerged.pop(); next; next = unmerged.pop()) {
    const { target, patch, merged } = next;
    for (const [name, value] of Object.entries(target)) if (!isRemoved(patch, name)) setMember(merged, name, value);
    for (const [name, value] of Object.entries(patch)) {
      if (value === null) continue;
      if (!isMap(value)) {
        setMember(merged, name, value);
        continue;
      }
      const old = Object.hasOwn(target, name) ? target[name] : undefined;
      const inner: Record<string, Json> = {};
      setMember(merged, name, inner);
      unmerged.push({ target: old !== undefined && isMap(old) ? old : {}, patch: value, merged: inner });
    }
  }
  return result;
}

function isRemoved(patch: JsonObject, name: string): boolean {
  return Object.hasOwn(patch, name) && patch[name] === null;
}

/** Whether `value` has members; a number whose spelling was kept looks like an object and has none. */
export function isMap(value: Json): value is JsonObject {
  return isJsonObject(value) && withoutRawNumber(value) === value;
}
