import type { FieldBounds } from "../../api/field-bounds.ts";
import { isJsonObject } from "../../api/json.ts";
import { outlineOf } from "../../api/json-outline.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { isHeaderName } from "../client/header-name.ts";
import { base64Text } from "./base64-text.ts";

/** Headers as they were handed over; a name may stand for several values. The values are as good as a password. */
export type SignedHeaders = readonly (readonly [name: string, value: string])[];

/** More than any signer sends; a bound on what is passed on to the provider. */
const valuesLimit = 64;
/** The provider takes heads of 32 KiB at most; as many characters are sent on in each attempt. */
const charactersLimit = 32 * 1024;

/** Of an object, or of its JSON in base64. Each value has a name, and a client may send a list for each. */
export const signedHeadersBounds: FieldBounds = { characters: 2 * charactersLimit, items: 4 * valuesLimit };
/** Larger JSON is not even parsed: any client may send it. */
const structureLimits = { nestingLevels: 16, bodyValues: 16 * valuesLimit };

/** The headers of an `iam_request_headers`: a JSON object, or base64 of one. Throws a Problem that quotes no value. */
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

/** The values of the headers called `name`, in any casing. */
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
    // Only what fits in one header: a line break would begin another.
    if (typeof text !== "string" || !/^[\t\x20-\x7e]*$/.test(text)) {
      throw notHeaders(`the value of ${quoted(name)} is no text that a header can hold`);
    }
    return [name, text];
  });
}

function notHeaders(why: string, cause?: unknown): Problem {
  return new Problem("refused", `error converting input for field "iam_request_headers": ${why}`, { cause });
}
