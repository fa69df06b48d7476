import { z } from "zod";
import { parseDuration } from "./duration.ts";
import { type JsonObject, unspelled } from "./json.ts";
import { itemsOf } from "./list-text.ts";
import { quoted } from "./problem.ts";

/**
 * Field types of request bodies and paths, with the service's weak decoding: numbers and booleans may come as text, text as
 * numbers, lists as comma text, durations as seconds or text. `null` counts as left out (reference-wire.md, section 2).
 */

/** The message of the issue for a required field that was left out. */
export const missing = "missing";

/** `schema` says what clients are told to send, in the words of JSON Schema. */
function decoded<T>(decode: (value: unknown) => T, schema: z.core.JSONSchema.BaseSchema) {
  const transformed = z.unknown().transform((value, context): T => {
    if (value === undefined) {
      context.addIssue({ code: "custom", message: missing });
      return z.NEVER;
    }
    try {
      return decode(unspelled(value));
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message });
      return z.NEVER;
    }
  });
  return transformed.meta(schema);
}

const text: z.core.JSONSchema.BaseSchema = { type: "string" };
const texts: z.core.JSONSchema.BaseSchema = { type: "array", items: text };
const durations: z.core.JSONSchema.BaseSchema = {
  anyOf: [
    { type: "integer", minimum: 0 },
    { type: "string", pattern: "^[0-9]+[smhd]?$" },
  ],
};

/** What the reference calls the type of a JSON value. */
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

function toIntegers(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.map((item) => toInteger(unspelled(item)));
  if (typeof value !== "string") return [toInteger(value)];
  return itemsOf(value)
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

function toList(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map((item) => toText(unspelled(item)).trim());
  return itemsOf(toText(value)).map((item) => item.trim());
}

function toCleanList(value: unknown): readonly string[] {
  return [...new Set(toList(value).filter((item) => item !== ""))];
}

function toStatements(value: unknown): readonly string[] {
  const statements = Array.isArray(value) ? value.map(toText) : [toText(value)];
  // Some servers take it for the end of the statement.
  if (statements.some((statement) => statement.includes("\0"))) throw new Error("'' must hold no null character");
  return statements.filter((statement) => statement.trim() !== "");
}

function toPairs(value: unknown): Readonly<Record<string, string>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, one === null ? "" : toText(unspelled(one))]),
    );
  }
  return Object.fromEntries(
    toList(value).map((pair) => {
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

export const field = {
  /** Part of a path: one segment. */
  name: z.string(),
  /** Part of a path in which case makes no difference: one name in any case is one thing, also to policies. */
  foldedName: z.string().meta({ folded: true }),
  text: decoded(toText, text),
  /** Text that never appears in a log, an error or a report. */
  secret: decoded(toText, text).meta({ secret: true }),
  boolean: decoded(toBoolean, { type: "boolean" }),
  integer: decoded(toInteger, { type: "integer" }),
  /** Whole numbers: an array, one alone, or comma text. */
  integers: decoded(toIntegers, { type: "array", items: { type: "integer" } }),
  number: decoded(toNumber, { type: "number" }),
  /** A duration, decoded to whole seconds. */
  seconds: decoded(toSeconds, durations),
  /** The same, left for its endpoint to decode. */
  duration: decoded(toText, text).meta({ duration: true }),
  /** Array or comma text; items trimmed, empty ones and duplicates dropped. */
  list: decoded(toCleanList, texts),
  /** Like a list, of names in which case makes no difference. */
  foldedList: decoded(toCleanList, texts).meta({ folded: true }),
  /** Statements for a database: an array, or one text that is never split at commas. */
  statements: decoded(toStatements, texts),
  object: decoded(toObject, { type: "object" }),
  /** Texts by name: an object, or `name=value` as an array or comma text. */
  pairs: decoded(toPairs, { type: "object", additionalProperties: text }),
} as const;
