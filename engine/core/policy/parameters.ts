import type { Canonicalizer } from "../../api/fields/canonicalizer.ts";
import { isJsonObject, type Json, type JsonObject, withoutRawNumber } from "../../api/json.ts";

/**
 * Values by parameter name in lower case. An empty list means all values. The name `*` means all
 * parameters that are not named; among denied parameters, it means all.
 */
export type Parameters = ReadonlyMap<string, readonly Json[]>;

export function mergedParameters(one: Parameters, other: Parameters): Parameters {
  const merged = new Map(one);
  for (const [name, values] of other) merged.set(name, mergedValues(one.get(name), values));
  return merged;
}

/** Merges two lists of values. If one of them is empty, which means all values, so is the result. */
export function mergedValues(one: readonly Json[] | undefined, other: readonly Json[]): readonly Json[] {
  return one === undefined ? other : one.length === 0 || other.length === 0 ? [] : [...one, ...other];
}

/**
 * Maximum number of comparisons of the values of one request with the values of a policy. A request that needs more is
 * denied.
 */
export const maxComparisons = 128 * 1024;

type Budget = { comparisons: number };

/**
 * True if a request may have these fields (reference documentation, "Policies: parameter constraints"). In a list, and
 * in text with commas, which a field may read as a list, each item is checked too: one denied item denies the request.
 */
export function areParametersAllowed(
  rules: Readonly<{
    allowedParameters: Parameters;
    deniedParameters: Parameters;
    requiredParameters: readonly string[];
  }>,
  fields: JsonObject,
  canonicalizer?: Canonicalizer,
): boolean {
  const { allowedParameters, deniedParameters, requiredParameters: required } = rules;
  if (allowedParameters.size === 0 && deniedParameters.size === 0 && required.length === 0) return true;
  const canonical = (name: string) => canonicalizer?.canonicalName(name) ?? name;
  const [allowed, denied] = [allowedParameters, deniedParameters].map((named) =>
    canonicalizer?.hasAliases ? canonicalParameters(named, canonicalizer) : named,
  ) as [Parameters, Parameters];
  const given = Object.entries(fields).map(([name, value]) => [canonical(name.toLowerCase()), name, value] as const);
  const present = new Set(given.map(([name]) => name));
  if (!required.every((name) => present.has(canonical(name)))) return false;
  if (given.length > 0 && denied.has("*")) return false;
  const budget = { comparisons: maxComparisons };
  return (
    given.every(([name, fieldName, value]) => {
      const variantsOf = (one: Json) => [one, ...decodedForms(one, canonicalizer?.decoded(fieldName, one))];
      const refused = denied.get(name);
      if (refused) {
        if (refused.length === 0) return false;
        const wanted = new ListedValues(refused, variantsOf, budget);
        if (variantsOf(value).some((one) => wanted.includes(one) || wanted.includesPartOf(one))) return false;
      }
      const accepted = allowed.get(name);
      if (!accepted) return allowed.size === 0 || allowed.has("*");
      if (accepted.length === 0) return true;
      const wanted = new ListedValues(accepted, variantsOf, budget);
      return variantsOf(value).some((one) => wanted.includes(one) || wanted.includesAllPartsOf(one));
    }) && budget.comparisons >= 0
  );
}

function decodedForms(value: Json, decoded: Json | undefined): readonly Json[] {
  if (decoded === undefined || decoded === value) return [];
  return Array.isArray(decoded) && decoded.length === 1 ? [decoded, ...(decoded as readonly Json[])] : [decoded];
}

function canonicalParameters(named: Parameters, { canonicalName }: Canonicalizer): Parameters {
  const merged = new Map<string, readonly Json[]>();
  for (const [name, values] of named) {
    const canonical = canonicalName(name);
    merged.set(canonical, mergedValues(merged.get(canonical), values));
  }
  return merged;
}

/** Values that a policy lists for a parameter. Numbers and booleans equal their texts, because fields accept both. */
class ListedValues {
  readonly #texts = new Set<string>();
  readonly #globs: string[] = [];
  readonly #objects: Json[] = [];
  readonly #budget: Budget;

  constructor(values: readonly Json[], variantsOf: (value: Json) => readonly Json[], budget: Budget) {
    this.#budget = budget;
    if (!this.#pay(values.length)) return;
    for (const value of values.flatMap(variantsOf)) {
      const text = textOf(value);
      if (text === undefined) this.#objects.push(value);
      else if (text.startsWith("*") || text.endsWith("*")) this.#globs.push(text);
      else this.#texts.add(text);
    }
  }

  includes(value: Json): boolean {
    if (!this.#pay(1 + this.#globs.length + this.#objects.length)) return false;
    const text = textOf(value);
    if (text === undefined) return this.#objects.some((wanted) => isSame(value, wanted));
    return this.#texts.has(text) || this.#globs.some((glob) => matchesGlob(text, glob));
  }

  includesPartOf(value: Json): boolean {
    return this.#partsOf(value).some((part) => this.includes(part));
  }

  includesAllPartsOf(value: Json): boolean {
    return this.#partsOf(value).every((part) => this.includes(part));
  }

  #partsOf(value: Json): readonly Json[] {
    if (typeof value === "string") {
      let count = 1;
      for (let at = value.indexOf(","); at >= 0; at = value.indexOf(",", at + 1)) count += 1;
      return this.#pay(count) ? value.split(",").map((part) => part.trim()) : [];
    }
    if (!Array.isArray(value)) return [value];
    return (value as readonly Json[]).map((part) => (typeof part === "string" ? part.trim() : part));
  }

  #pay(comparisons: number): boolean {
    this.#budget.comparisons -= comparisons;
    return this.#budget.comparisons >= 0;
  }
}

function textOf(value: Json): string | undefined {
  const plain = withoutRawNumber(value) as Json;
  return typeof plain === "object" ? undefined : String(plain);
}

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
