import { isJsonObject, type Json, type JsonObject, unspelled } from "../../api/json.ts";

/** Values by the name of a parameter, in lower case; no values stand for all. The name `*` stands for every other. */
export type Parameters = ReadonlyMap<string, readonly Json[]>;

/** What both say together: of one name all the values of either, and all values where either names none. */
export function mergedParameters(one: Parameters, other: Parameters): Parameters {
  const merged = new Map(one);
  for (const [name, values] of other) merged.set(name, mergedValues(one.get(name), values));
  return merged;
}

/** The values of either, or all values where either names none. */
export function mergedValues(one: readonly Json[] | undefined, other: readonly Json[]): readonly Json[] {
  return one === undefined ? other : one.length === 0 || other.length === 0 ? [] : [...one, ...other];
}

/**
 * Whether a request may have these fields (reference documentation, "Policies: parameter constraints"): all that are required, none
 * that is denied, and where some are allowed, no other. In a list, and in a text with commas, which may be taken for one, each
 * item counts: one denied item denies, and all have to be allowed.
 */
export function areParametersAllowed(
  rules: Readonly<{
    allowedParameters: Parameters;
    deniedParameters: Parameters;
    requiredParameters: readonly string[];
  }>,
  fields: JsonObject,
): boolean {
  const { allowedParameters: allowed, deniedParameters: denied, requiredParameters: required } = rules;
  if (allowed.size === 0 && denied.size === 0 && required.length === 0) return true;
  const given = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (!required.every((name) => given.some(([present]) => present === name))) return false;
  if (given.length > 0 && denied.has("*")) return false;
  return given.every(([name, value]) => {
    const refused = denied.get(name);
    if (refused && (refused.length === 0 || itemsOf(value).some((item) => isAmong(item, refused)))) return false;
    const accepted = allowed.get(name);
    if (!accepted) return allowed.size === 0 || allowed.has("*");
    return accepted.length === 0 || isAmong(value, accepted) || partsOf(value).every((item) => isAmong(item, accepted));
  });
}

/** The value and, if it may be taken for a list, what is in it. */
function itemsOf(value: Json): readonly Json[] {
  return [value, ...partsOf(value)];
}

function partsOf(value: Json): readonly Json[] {
  const parts =
    typeof value === "string" ? value.split(",") : Array.isArray(value) ? (value as readonly Json[]) : [value];
  return parts.map((part) => (typeof part === "string" ? part.trim() : part));
}

function isAmong(value: Json, values: readonly Json[]): boolean {
  return values.some((wanted) =>
    typeof wanted === "string" && typeof value === "string" ? matchesGlob(value, wanted) : isSame(value, wanted),
  );
}

/** `*` at an end of `glob` stands for any letters there. */
function matchesGlob(text: string, glob: string): boolean {
  const open = glob.startsWith("*");
  const openEnd = glob.endsWith("*") && glob.length > 1;
  const middle = glob.slice(open ? 1 : 0, openEnd ? -1 : undefined);
  if (open && openEnd) return text.includes(middle);
  if (open) return text.endsWith(middle);
  return openEnd ? text.startsWith(middle) : text === middle;
}

function isSame(one: Json, other: Json): boolean {
  const [a, b] = [unspelled(one) as Json, unspelled(other) as Json];
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item: Json, at) => isSame(item, (b as readonly Json[])[at] ?? null));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name] ?? null, b[name] ?? null))
  );
}
