import { z } from "zod";
import { defaultBounds, type FieldBounds, requireWithin } from "./fields/field-bounds.ts";
import { type JsonObject, withoutRawNumber } from "./json.ts";
import { quoted } from "./problem.ts";
import { parseDuration } from "./values/duration.ts";
import { itemsOf } from "./values/list-text.ts";

export const missing = "missing";

function decoded<T>(
  decode: (value: unknown, bounds: FieldBounds) => T,
  schema: z.core.JSONSchema.BaseSchema,
  bounds: FieldBounds,
) {
  const transformed = z.unknown().transform((value, context): T => {
    if (value === undefined) {
      context.addIssue({ code: "custom", message: missing });
      return z.NEVER;
    }
    try {
      requireWithin(value, bounds);
      return decode(withoutRawNumber(value), bounds);
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message });
      return z.NEVER;
    }
  });
  return transformed.meta({ ...schema, bounds });
}

const text: z.core.JSONSchema.BaseSchema = { type: "string" };
const texts: z.core.JSONSchema.BaseSchema = { type: "array", items: text };
const durations: z.core.JSONSchema.BaseSchema = {
  anyOf: [
    { type: "integer", minimum: 0 },
    { type: "string", pattern: "^[0-9]+[smhd]?$" },
  ],
};

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "[]interface {}";
  switch (typeof value) {
    case "object":
      return "map[string]interface {}";
    case "boolean":
      return "bool";
    case "number":
      return "json.Number";
    default:
      return typeof value;
  }
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(`'' expected type 'string', got unconvertible type '${typeName(value)}'`);
}

function toBoolean(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (value === 1 || (typeof value === "string" && /^(1|t|true)$/i.test(value))) return true;
  if (value === 0 || value === "" || (typeof value === "string" && /^(0|f|false)$/i.test(value))) return false;
  if (typeof value === "string" || typeof value === "number") {
    throw new Error(`cannot parse '' as bool: strconv.ParseBool: parsing ${quoted(String(value))}: invalid syntax`);
  }
  throw new Error(`'' expected type 'bool', got unconvertible type '${typeName(value)}'`);
}

function toInteger(value: unknown): number {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "number" && typeof value !== "string") {
    throw new Error(`'' expected type 'int', got unconvertible type '${typeName(value)}'`);
  }
  const number = typeof value === "string" && !/^[+-]?\d+$/.test(value) ? Number.NaN : Number(value);
  if (Number.isSafeInteger(number)) return number;
  const why = Number.isInteger(number) ? "value out of range" : "invalid syntax";
  throw new Error(`cannot parse '' as int: strconv.ParseInt: parsing ${quoted(String(value))}: ${why}`);
}

function toIntegers(value: unknown, { items }: FieldBounds): readonly number[] {
  if (Array.isArray(value)) return value.map((item) => toInteger(withoutRawNumber(item)));
  if (typeof value !== "string") return [toInteger(value)];
  return itemsOf(value, items)
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .map(toInteger);
}

function toNumber(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  if (typeof value !== "string" && typeof value !== "number") {
    throw new Error(`'' expected type 'float64', got unconvertible type '${typeName(value)}'`);
  }
  throw new Error(`cannot parse '' as float: strconv.ParseFloat: parsing ${quoted(String(value))}: invalid syntax`);
}

function toSeconds(value: unknown): number {
  if (typeof value !== "string" && typeof value !== "number") throw new Error("could not parse duration from input");
  return parseDuration(value);
}

function toList(value: unknown, { items }: FieldBounds): readonly string[] {
  if (Array.isArray(value)) return value.map((item) => toText(withoutRawNumber(item)).trim());
  return itemsOf(toText(value), items).map((item) => item.trim());
}

function toCleanList(value: unknown, bounds: FieldBounds): readonly string[] {
  return [...new Set(toList(value, bounds).filter((item) => item !== ""))];
}

function toStatements(value: unknown): readonly string[] {
  const statements = Array.isArray(value) ? value.map(toText) : [toText(value)];
  // Some servers end the statement at a null character.
  if (statements.some((statement) => statement.includes("\0"))) throw new Error("'' must hold no null character");
  return statements.filter((statement) => statement.trim() !== "");
}

function toPairs(value: unknown, bounds: FieldBounds): Readonly<Record<string, string>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, one === null ? "" : toText(withoutRawNumber(one))]),
    );
  }
  return Object.fromEntries(
    toList(value, bounds).map((pair) => {
      const at = pair.indexOf("=");
      if (at < 0) throw new Error(`invalid key pair ${quoted(pair)}`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function toObject(value: unknown): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`'' expected a map, got '${Array.isArray(value) ? "slice" : typeof value}'`);
  }
  return value as JsonObject;
}

export const bounded = {
  text: (bounds: Pick<FieldBounds, "characters" | "by">) => decoded(toText, text, { ...defaultBounds.text, ...bounds }),
  secret: (bounds: Pick<FieldBounds, "characters">) => bounded.text(bounds).meta({ secret: true }),
  list: (bounds: FieldBounds) => decoded(toCleanList, texts, bounds),
  statements: (bounds: FieldBounds) => decoded(toStatements, texts, bounds),
  object: (bounds: FieldBounds) => decoded(toObject, { type: "object" }, bounds),
  any: (bounds: FieldBounds) => decoded((value) => value, {}, bounds),
} as const;

const { name, scalar, list, statements, object, document } = defaultBounds;

const pathText = z
  .string()
  .refine((part) => part.length <= name.characters, `longer than ${name.characters} characters`)
  .meta({ bounds: name });

/**
 * Field types of request bodies and paths. Like the reference, they accept several notations, such as text for numbers
 * and booleans, numbers for text (W2-33), and comma-separated text for most lists (W2-35).
 */
export const field = {
  name: pathText,
  /** Case-insensitive path parameter. Policies also compare it case-insensitively. */
  foldedName: pathText.meta({ folded: true }),
  text: bounded.text(defaultBounds.text),
  /** Secret text. The OpenAPI document marks it as a password. */
  secret: bounded.secret(defaultBounds.text),
  /** Text whose length is limited by the handler. `by` describes that limit in the documentation. */
  longText: (by: string) => bounded.text({ ...document, by }),
  boolean: decoded(toBoolean, { type: "boolean" }, scalar),
  integer: decoded(toInteger, { type: "integer" }, scalar),
  /** Integers: an array, a single number, or comma-separated text. */
  integers: decoded(toIntegers, { type: "array", items: { type: "integer" } }, list),
  number: decoded(toNumber, { type: "number" }, scalar),
  seconds: decoded(toSeconds, durations, scalar),
  duration: decoded(toText, text, scalar).meta({ duration: true }),
  /** Array or comma-separated text. Items are trimmed; empty items and duplicates are removed. */
  list: bounded.list(list),
  foldedList: bounded.list(list).meta({ folded: true }),
  /** Database statements: an array, or one text. A text is not split at commas. */
  statements: bounded.statements(statements),
  object: bounded.object(object),
  /** A JSON object without a size limit of its own. */
  document: bounded.object(document),
  /** Texts by name: an object, an array of `name=value`, or comma-separated text of `name=value`. */
  pairs: decoded(toPairs, { type: "object", additionalProperties: text }, object),
} as const;
