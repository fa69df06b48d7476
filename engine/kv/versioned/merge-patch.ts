import { isJsonObject, type Json, type JsonObject, setMember, withoutRawNumber } from "../../api/json.ts";

type Unmerged = Readonly<{ target: JsonObject; patch: JsonObject; merged: Record<string, Json> }>;

/**
 * Returns `target` with the changes of `patch` (RFC 7396): `null` removes a member, an object is merged, any other
 * value replaces the member. Iterative, because a patch may be nested so deeply that recursion would overflow the
 * stack.
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

/** Returns true for a JSON object. Returns false for a raw JSON number, which is also an object. */
export function isMap(value: Json): value is JsonObject {
  return isJsonObject(value) && withoutRawNumber(value) === value;
}
