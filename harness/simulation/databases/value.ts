import { refusal } from "./refusal.ts";

/** Supported column types. `limit` is in characters. */
export type ColumnType = Readonly<{
  name: "text" | "character varying" | "integer" | "bigint" | "boolean";
  limit?: number;
}>;

/** Types of values. A literal has the type `unknown` until its context determines another. */
export type TypeName = ColumnType["name"] | "name" | "oid" | "timestamp with time zone" | "unknown";

/** A value in PostgreSQL's output format. `text` is null for NULL. */
export type Value = Readonly<{ type: TypeName; text: string | null }>;

export const nothing: Value = { type: "unknown", text: null };

export function truth(value: boolean | null): Value {
  return { type: "boolean", text: value === null ? null : value ? "t" : "f" };
}

/** Family by type. Values of two families cannot be compared, except literals of the family `unknown`. */
const families: Readonly<Record<TypeName, "text" | "number" | "boolean" | "time" | "unknown">> = {
  text: "text",
  "character varying": "text",
  name: "text",
  integer: "number",
  bigint: "number",
  oid: "number",
  boolean: "boolean",
  "timestamp with time zone": "time",
  unknown: "unknown",
};

export function familyOf(type: TypeName): "text" | "number" | "boolean" | "time" | "unknown" {
  return families[type];
}

const bounds: Readonly<Record<string, readonly [bigint, bigint]>> = {
  integer: [-(2n ** 31n), 2n ** 31n - 1n],
  bigint: [-(2n ** 63n), 2n ** 63n - 1n],
  oid: [0n, 2n ** 32n - 1n],
};

/** Converts the text of a value of `type` to PostgreSQL's output format. Throws a refusal for an invalid text. */
export function readAs(type: TypeName, text: string): string {
  switch (families[type]) {
    case "number": {
      const trimmed = text.trim();
      if (!/^[+-]?\d+$/.test(trimmed)) throw invalid(type, text);
      const number = BigInt(trimmed.replace("+", ""));
      const [least, most] = bounds[type] ?? [number, number];
      if (number < least || number > most) {
        throw refusal("number out of range", `value "${text}" is out of range for type ${type}`);
      }
      return String(number);
    }
    case "boolean": {
      const word = text.trim().toLowerCase();
      if (isPrefixOf(word, "true") || isPrefixOf(word, "yes") || word === "on" || word === "1") return "t";
      if (isPrefixOf(word, "false") || isPrefixOf(word, "no") || word === "of" || word === "off" || word === "0")
        return "f";
      throw invalid(type, text);
    }
    default:
      return text;
  }
}

function isPrefixOf(word: string, whole: string): boolean {
  return word !== "" && whole.startsWith(word);
}

function invalid(type: TypeName, text: string): Error {
  return refusal("invalid text", `invalid input syntax for type ${type}: "${text}"`);
}

/** Converts `value` for a column of `type`. Throws a refusal if it does not fit. */
export function stored(value: Value, { column, type }: { column: string; type: ColumnType }): Value {
  if (value.text === null) return { type: type.name, text: null };
  const family = familyOf(value.type);
  const fits = family === "unknown" || family === families[type.name] || families[type.name] === "text";
  // Only text accepts every type by an assignment cast; other conversions need an explicit cast.
  if (!fits) {
    throw refusal(
      "type mismatch",
      `column "${column}" is of type ${type.name} but expression is of type ${value.type}`,
    );
  }
  const text = readAs(
    type.name,
    family === "boolean" && families[type.name] === "text" ? booleanAsText(value.text) : value.text,
  );
  if (type.limit !== undefined && [...text].length > type.limit) {
    throw refusal("value too long", `value too long for type character varying(${type.limit})`);
  }
  return { type: type.name, text };
}

function booleanAsText(text: string): string {
  return text === "t" ? "true" : "false";
}
