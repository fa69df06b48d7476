import { isJsonObject, type Json, type JsonObject, withoutRawNumber } from "../../api/json.ts";
import type { Spelling } from "../../api/spelling.ts";

/** Values by parameter name in lower case; none means all. `*` stands for other parameters. */
export type Parameters = ReadonlyMap<string, readonly Json[]>;

/** Merges parameters of two rules. See {@link mergedValues} for parameters of the same name. */
export function mergedParameters(one: Parameters, other: Parameters): Parameters {
  const merged = new Map(one);
  for (const [name, values] of other) merged.set(name, mergedValues(one.get(name), values));
  return merged;
}

/** Merges two lists of values. An empty list stands for all values. */
export function mergedValues(one: readonly Json[] | undefined, other: readonly Json[]): readonly Json[] {
  return one === undefined ? other : one.length === 0 || other.length === 0 ? [] : [...one, ...other];
}

/**
 * True if a request may have these fields (reference documentation, "Policies: parameter
 * constraints"): all required ones, no denied one and, if some are allowed, no others. In a list,
 * and in text with commas, which may be read as a list, each item is checked: one denied item
 * denies the request, and every item must be allowed. With `spelling`, each value is also checked
 * as its field decodes it, and a deprecated name is treated as the name that replaces it.
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
  const presentFields = Object.entries(fields).map(
    ([name, value]) => [canonical(name.toLowerCase()), name, value] as const,
  );
  if (!required.every((name) => presentFields.some(([present]) => present === canonical(name)))) return false;
  if (presentFields.length > 0 && denied.has("*")) return false;
  return presentFields.every(([name, fieldName, value]) => {
    const variantsOf = (one: Json) => [one, ...decodedForms(one, spelling?.decoded(fieldName, one))];
    const refused = denied.get(name);
    if (refused) {
      const wanted = refused.flatMap(variantsOf);
      if (
        refused.length === 0 ||
        variantsOf(value)
          .flatMap(itemsOf)
          .some((item) => isAmong(item, wanted))
      )
        return false;
    }
    const accepted = allowed.get(name);
    if (!accepted) return allowed.size === 0 || allowed.has("*");
    const wanted = accepted.flatMap(variantsOf);
    const isAccepted = (one: Json) => isAmong(one, wanted) || partsOf(one).every((item) => isAmong(item, wanted));
    return accepted.length === 0 || variantsOf(value).some(isAccepted);
  });
}

/** Returns the decoded form of a value if it differs, and the item of a list of one. */
function decodedForms(value: Json, decoded: Json | undefined): readonly Json[] {
  if (decoded === undefined || decoded === value) return [];
  return Array.isArray(decoded) && decoded.length === 1 ? [decoded, ...(decoded as readonly Json[])] : [decoded];
}

/** Merges the parameters of a field's deprecated and current names under the current name. */
function canonicalParameters(named: Parameters, { canonicalName }: Spelling): Parameters {
  const merged = new Map<string, readonly Json[]>();
  for (const [name, values] of named) {
    const canonical = canonicalName(name);
    merged.set(canonical, mergedValues(merged.get(canonical), values));
  }
  return merged;
}

/** Returns the value, and its items if it may be read as a list. */
function itemsOf(value: Json): readonly Json[] {
  return [value, ...partsOf(value)];
}

function partsOf(value: Json): readonly Json[] {
  const parts =
    typeof value === "string" ? value.split(",") : Array.isArray(value) ? (value as readonly Json[]) : [value];
  return parts.map((part) => (typeof part === "string" ? part.trim() : part));
}

/** True if `value` matches one of `values`. Numbers and booleans equal their texts. */
function isAmong(value: Json, values: readonly Json[]): boolean {
  const text = textOf(value);
  return values.some((wanted) => {
    const glob = textOf(wanted);
    return text === undefined || glob === undefined ? isSame(value, wanted) : matchesGlob(text, glob);
  });
}

/** Returns the text of a string, number or boolean; undefined for other values. */
function textOf(value: Json): string | undefined {
  const plain = withoutRawNumber(value) as Json;
  return typeof plain === "object" ? undefined : String(plain);
}

/** Matches text against `glob`; `*` at either end of `glob` stands for any characters. */
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
