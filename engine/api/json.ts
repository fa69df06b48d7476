import { outlineOf, type StructureLimits } from "./values/json-outline.ts";

/** Any JSON value. {@link parseJson} returns numbers in unusual notation as raw JSON objects (`JSON.rawJSON`). */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export type JsonObject = Readonly<{ [name: string]: Json }>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Sets a member of an object. For the name `__proto__` it creates a member, whereas an assignment would set the
 * prototype.
 */
export function setMember(target: object, name: string, value: unknown): void {
  if (name !== "__proto__") (target as Record<string, unknown>)[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Matches texts that may contain a number that JSON.stringify would format differently. Has false positives. */
const unusualNumber = /\d[eE][-+\d]|\d\.\d{0,14}0(?!\d)|\d{16}|\d[\d.]{16}|-0|0\.0{6}/;

type Source = Readonly<{ source?: string }>;
type JsonWithSource = Readonly<{
  parse(text: string, reviver: (name: string, value: unknown, context: Source) => unknown): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}>;
const jsonWithSource = JSON as unknown as JsonWithSource;

/**
 * Maximum length, in characters, of a JSON document whose string literals are also searched for
 * unusual numbers. In a short document, this is faster than skipping the literals.
 */
const shortText = 16 * 1024;

const unlimited: StructureLimits = { nestingLevels: Number.POSITIVE_INFINITY, bodyValues: Number.POSITIVE_INFINITY };

/**
 * Parses JSON so that JSON.stringify returns numbers in their original notation, such as `1.10`, `1e3` or
 * `12345678901234567890` (W2-27). Throws a SyntaxError.
 */
export function parseJson(text: string): unknown {
  return parseWithRawNumbers(text, text.length > shortText ? outlineOf(text, unlimited).unquoted : text);
}

/**
 * Parses JSON from a client like {@link parseJson}. Throws a Problem "malformed" before parsing if the text exceeds
 * `limits`.
 */
export function parseJsonWithin(text: string, limits: StructureLimits): unknown {
  // Each level, and each value, takes at least two characters.
  const isSmall = text.length <= 2 * Math.min(limits.nestingLevels, limits.bodyValues);
  return parseWithRawNumbers(text, isSmall ? text : outlineOf(text, limits).unquoted);
}

function parseWithRawNumbers(text: string, unquoted: string): unknown {
  if (!unusualNumber.test(unquoted)) return JSON.parse(text);
  return jsonWithSource.parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source
      ? jsonWithSource.rawJSON(source)
      : value,
  );
}

export function isRawNumber(value: unknown): boolean {
  return jsonWithSource.isRawJSON(value);
}

export function withoutRawNumber(value: unknown): unknown {
  return isRawNumber(value) ? Number(JSON.stringify(value)) : value;
}
