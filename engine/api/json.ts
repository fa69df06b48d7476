import { outlineOf, type StructureLimits } from "./json-outline.ts";

/** Any JSON value. See {@link parseJson} for numbers that only an object can spell. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export type JsonObject = Readonly<{ [name: string]: Json }>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets a member of an object that may be called `__proto__`: that one is defined, since assigning it would set the prototype. */
export function setMember(target: object, name: string, value: unknown): void {
  if (name !== "__proto__") (target as Record<string, unknown>)[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Found in every text with a number that JSON.stringify would spell otherwise, and in few others. */
const oddSpelling = /\d[eE][-+\d]|\d\.\d{0,14}0(?!\d)|\d{16}|-0|\d\.\d{15}/;

/** What the language knows of a value while it is parsed (ECMAScript, JSON.parse source text access). */
type Source = Readonly<{ source?: string }>;
type Spelling = Readonly<{
  parse(text: string, reviver: (name: string, value: unknown, context: Source) => unknown): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}>;
const spelling = JSON as unknown as Spelling;

/** Texts up to this length are searched for odd numbers whole: what is quoted in them costs less than leaving it out. */
const shortText = 16 * 1024;

const unlimited: StructureLimits = { nestingLevels: Number.POSITIVE_INFINITY, bodyValues: Number.POSITIVE_INFINITY };

/**
 * Parses JSON so that JSON.stringify returns every number as it was written: `1.10`, `1e3`,
 * `12345678901234567890` (W2-27). Throws a SyntaxError.
 */
export function parseJson(text: string): unknown {
  return parseWithRawNumbers(text, text.length > shortText ? outlineOf(text, unlimited).unquoted : text);
}

/** The same for a text that a client sent. Throws before anything is parsed when it holds more than `limits` allow. */
export function parseJsonWithin(text: string, limits: StructureLimits): unknown {
  // Each level, and each value, takes two characters at least.
  const isSmall = text.length <= 2 * Math.min(limits.nestingLevels, limits.bodyValues);
  return parseWithRawNumbers(text, isSmall ? text : outlineOf(text, limits).unquoted);
}

/** `unquoted` is what of `text` may hold numbers. */
function parseWithRawNumbers(text: string, unquoted: string): unknown {
  if (!oddSpelling.test(unquoted)) return JSON.parse(text);
  return spelling.parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source ? spelling.rawJSON(source) : value,
  );
}

/** Whether `value` is a number whose spelling was kept. */
export function isRawNumber(value: unknown): boolean {
  return spelling.isRawJSON(value);
}

/** The number that `value` stands for, when it is one whose spelling was kept; else `value` itself. */
export function withoutRawNumber(value: unknown): unknown {
  return isRawNumber(value) ? Number(JSON.stringify(value)) : value;
}
