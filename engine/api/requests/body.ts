import { isJsonObject, type JsonObject, parseJsonWithin } from "../json.ts";
import { Problem } from "../problem.ts";
import { parseForm } from "./form.ts";
import type { RequestLimits } from "./request-limits.ts";

const formType = "application/x-www-form-urlencoded";

/**
 * Parses a request body to an object: the members of a JSON object, or the pairs of a form. The result is empty for an
 * empty body and for `null` (W2-24). A body that begins with `{` or `[` is JSON, regardless of `contentType`, because
 * `curl -d` sends JSON with the content type of a form (W2-29). Throws a Problem "malformed" or "refused".
 */
export function parseBody(text: string, contentType: string | undefined, limits: RequestLimits): JsonObject {
  if (text === "") return {};
  if (contentType?.toLowerCase().startsWith(formType) && !/^[ \t\r\n]*[[{]/.test(text)) return formOf(text, limits);
  let value: unknown;
  try {
    value = parseJsonWithin(text, limits);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem("malformed", "error parsing JSON", { cause });
  }
  if (value === null) return {};
  if (!isJsonObject(value)) throw new Problem("malformed", "error parsing JSON");
  return value;
}

function formOf(text: string, { bodyValues, formCharacters }: RequestLimits): JsonObject {
  if (text.length > formCharacters) {
    throw new Problem("refused", `a form may be ${formCharacters} characters long; what is longer has to be JSON`);
  }
  let pairs = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) pairs += 1;
  // Each pair is a name and a value.
  if (2 * pairs > bodyValues) throw new Problem("refused", `a form may hold ${Math.floor(bodyValues / 2)} pairs`);
  return parseForm(text);
}
