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
 * Comparisons of what is in one request with what a policy names: one for each item, and one more for each wildcard and each object that it
 * is compared with. They take some 30 ms at most. A request that needs more is denied.
 */
const maxComparisons = 128 * 1024;

/** Comparisons that are still made for a request. */
type Budget = { comparisons: number };

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
  const present = new Set(given.map(([name]) => name));
  if (!required.every((name) => present.has(canonical(name)))) return false;
  if (given.length > 0 && denied.has("*")) return false;
  const budget = { comparisons: maxComparisons };
  return (
    given.every(([name, spelt, value]) => {
      const waysOf = (one: Json) => [one, ...takenFor(one, spelling?.decoded(spelt, one))];
      const refused = denied.get(name);
      if (refused) {
        if (refused.length === 0) return false;
        const wanted = new Wanted(refused, waysOf, budget);
        if (waysOf(value).some((one) => wanted.includes(one) || wanted.includesPartOf(one))) return false;
      }
      const accepted = allowed.get(name);
      if (!accepted) return allowed.size === 0 || allowed.has("*");
      if (accepted.length === 0) return true;
      const wanted = new Wanted(accepted, waysOf, budget);
      return waysOf(value).some((one) => wanted.includes(one) || wanted.includesAllPartsOf(one));
    }) && budget.comparisons >= 0
  );
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

/**
 * Values that a policy names for a parameter. Those without wildcards are looked up. A number and a truth are the same as their texts:
 * fields take either. Once the budget is spent, nothing more is compared.
 */
class Wanted {
  readonly #texts = new Set<string>();
  readonly #globs: string[] = [];
  readonly #objects: Json[] = [];
  readonly #budget: Budget;

  constructor(values: readonly Json[], waysOf: (value: Json) => readonly Json[], budget: Budget) {
    this.#budget = budget;
    if (!this.#pay(values.length)) return;
    for (const value of values.flatMap(waysOf)) {
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

  /** What is in a list, or in a text that may be taken for one. */
  #partsOf(value: Json): readonly Json[] {
    if (typeof value === "string") {
      let count = 1;
      for (let at = value.indexOf(","); at >= 0; at = value.indexOf(",", at + 1)) count += 1;
      return this.#pay(count) ? value.split(",").map((part) => part.trim()) : [];
    }
    if (!Array.isArray(value)) return [value];
    return (value as readonly Json[]).map((part) => (typeof part === "string" ? part.trim() : part));
  }

  /** Whether so many comparisons can still be made. */
  #pay(comparisons: number): boolean {
    this.#budget.comparisons -= comparisons;
    return this.#budget.comparisons >= 0;
  }
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
