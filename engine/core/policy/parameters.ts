import { isJsonObject, type Json, type JsonObject, withoutRawNumber } from "../../api/json.ts";
import type { Spelling } from "../../api/spelling.ts";

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
 * item counts: one denied item denies, and all have to be allowed. Where `spelling` says more of the fields, a value is judged as what the
 * field takes it for, too, and a deprecated name as the name of what it sets.
 */
export function areParametersAllowed(
  rules: Readonly<{
    allowedParameters: Parameters;
    deniedParameters: Parameters;
    requiredParameters: readonly string[];
  }>,
  fields: JsonObject,
  spelling?: Spelling,
): boolean {
  const { allowedParameters, deniedParameters, requiredParameters: required } = rules;
  if (allowedParameters.size === 0 && deniedParameters.size === 0 && required.length === 0) return true;
  const canonical = (name: string) => spelling?.canonicalName(name) ?? name;
  const [allowed, denied] = [allowedParameters, deniedParameters].map((named) =>
    spelling?.hasAliases ? canonicalParameters(named, spelling) : named,
  ) as [Parameters, Parameters];
  const given = Object.entries(fields).map(([name, value]) => [canonical(name.toLowerCase()), name, value] as const);
  if (!required.every((name) => given.some(([present]) => present === canonical(name)))) return false;
  if (given.length > 0 && denied.has("*")) return false;
  return given.every(([name, spelt, value]) => {
    const waysOf = (one: Json) => [one, ...takenFor(one, spelling?.decoded(spelt, one))];
    const refused = denied.get(name);
    if (refused) {
      const wanted = refused.flatMap(waysOf);
      if (
        refused.length === 0 ||
        waysOf(value)
          .flatMap(itemsOf)
          .some((item) => isAmong(item, wanted))
      )
        return false;
    }
    const accepted = allowed.get(name);
    if (!accepted) return allowed.size === 0 || allowed.has("*");
    const wanted = accepted.flatMap(waysOf);
    const isAccepted = (one: Json) => isAmong(one, wanted) || partsOf(one).every((item) => isAmong(item, wanted));
    return accepted.length === 0 || waysOf(value).some(isAccepted);
  });
}

/** What a field takes a value for, if it is another one; a list of one is also what is in it. */
function takenFor(value: Json, decoded: Json | undefined): readonly Json[] {
  if (decoded === undefined || decoded === value) return [];
  return Array.isArray(decoded) && decoded.length === 1 ? [decoded, ...(decoded as readonly Json[])] : [decoded];
}

/** What a policy says of a field by either of its names, by the one name. */
function canonicalParameters(named: Parameters, { canonicalName }: Spelling): Parameters {
  const merged = new Map<string, readonly Json[]>();
  for (const [name, values] of named) {
    const canonical = canonicalName(name);
    merged.set(canonical, mergedValues(merged.get(canonical), values));
  }
  return merged;
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

/** A number and a truth are the same as their texts: fields take either. */
function isAmong(value: Json, values: readonly Json[]): boolean {
  const text = textOf(value);
  return values.some((wanted) => {
    const glob = textOf(wanted);
    return text === undefined || glob === undefined ? isSame(value, wanted) : matchesGlob(text, glob);
  });
}

/** The text of a text, a number or a truth. */
function textOf(value: Json): string | undefined {
  const plain = withoutRawNumber(value) as Json;
  return typeof plain === "object" ? undefined : String(plain);
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
  const [a, b] = [withoutRawNumber(one) as Json, withoutRawNumber(other) as Json];
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
