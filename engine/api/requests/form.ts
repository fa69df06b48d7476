import type { JsonObject } from "../json.ts";
import { Problem } from "../problem.ts";

/**
 * Parses a form or a query string. The values of a repeated name are joined by commas. Throws a Problem "malformed".
 */
export function parseForm(text: string): JsonObject {
  const fields: Record<string, string> = Object.create(null);
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decodeFormText(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? "" : decodeFormText(pair.slice(at + 1));
    fields[name] = name in fields ? `${fields[name]},${value}` : value;
  }
  return fields;
}

function decodeFormText(text: string): string {
  try {
    // Splitting and joining is several times faster than replacing many plus signs.
    const spaced = text.includes("+") ? text.split("+").join(" ") : text;
    return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
  } catch (cause) {
    throw new Problem("malformed", "the query is not valid percent-encoded UTF-8", { cause });
  }
}
