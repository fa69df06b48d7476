import type { FieldBounds } from "../../../api/fields/field-bounds.ts";
import { isJsonObject } from "../../../api/json.ts";
import { Problem, quoted } from "../../../api/problem.ts";
import { outlineOf } from "../../../api/values/json-outline.ts";
import { isHeaderName } from "../../client/header-name.ts";
import { base64Text } from "./base64-text.ts";

/** Headers of a signed identity lookup. A name may occur several times. The values are as secret as passwords. */
export type SignedHeaders = readonly (readonly [name: string, value: string])[];

const valuesLimit = 64;
const charactersLimit = 32 * 1024;

/** Bounds of the request field: an object, its JSON, or the base64 of its JSON. A name may have a list of values. */
export const signedHeadersBounds: FieldBounds = { characters: 2 * charactersLimit, items: 4 * valuesLimit };
/** Maximum structure of the JSON. Checked before parsing, since any client may send it. */
const structureLimits = { nestingLevels: 16, bodyValues: 16 * valuesLimit };

/**
 * Parses `iam_request_headers`: an object, its JSON, or the base64 of its JSON. Throws a Problem if
 * they are invalid; the text of the Problem contains no header values.
 */
export function readSignedHeaders(given: unknown): SignedHeaders {
  const object = typeof given === "string" ? parsed(given) : given;
  if (!isJsonObject(object)) throw notHeaders("expected a JSON object or base64 of one");
  const headers = Object.entries(object).flatMap(([name, value]) => valuesOf(name, value));
  if (headers.length === 0) throw new Problem("refused", "missing iam_request_headers");
  if (headers.length > valuesLimit) throw notHeaders(`more than ${valuesLimit} values`);
  const characters = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (characters > charactersLimit) throw notHeaders(`more than ${charactersLimit} characters`);
  return headers;
}

export function valuesOfHeader(headers: SignedHeaders, name: string): readonly string[] {
  return headers.filter(([sent]) => sent.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

function parsed(text: string): unknown {
  try {
    const json = text.startsWith("{") ? text : (base64Text(text) ?? "");
    outlineOf(json, structureLimits);
    return JSON.parse(json);
  } catch (cause) {
    throw notHeaders("expected a JSON object or base64 of one", cause);
  }
}

function valuesOf(name: string, value: unknown): SignedHeaders {
  if (!isHeaderName(name)) throw notHeaders("a name is no header's name");
  return (Array.isArray(value) ? value : [value]).map((item: unknown) => {
    const text = typeof item === "number" ? String(item) : item;
    // A line break in a value would start another header.
    if (typeof text !== "string" || !/^[\t\x20-\x7e]*$/.test(text)) {
      throw notHeaders(`the value of ${quoted(name)} is no text that a header can hold`);
    }
    return [name, text];
  });
}

function notHeaders(why: string, cause?: unknown): Problem {
  return new Problem("refused", `error converting input for field "iam_request_headers": ${why}`, { cause });
}
