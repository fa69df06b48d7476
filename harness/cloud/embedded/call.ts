import { CloudError } from "./cloud-error.ts";
import { type HttpRequest, valuesOf } from "./http-message.ts";
import { partsOfTarget } from "./signature/canonical-request.ts";
import { decode, pairsOf } from "./signature/percent-encoding.ts";
import { isOfSignature } from "./signature/presigned.ts";

export type Call = Readonly<{ action: string; version: string; parameters: ReadonlyMap<string, string> }>;

/** Maximum length of a request's body in bytes. */
export const maximumBodyBytes = 64 * 1024;

/**
 * Reads the action, version and parameters of a request from its query and its form. Throws MethodNotAllowed,
 * RequestEntityTooLarge, MalformedQueryString, ValidationError or MissingAction.
 */
export function readCall({ method, target, headers, body }: HttpRequest): Call {
  if (method !== "GET" && method !== "POST") throw new CloudError("MethodNotAllowed", "Only GET and POST are known.");
  const bytes = Buffer.from(body);
  if (bytes.length > maximumBodyBytes) throw new CloudError("RequestEntityTooLarge", "The request's body is too long.");
  const form = isForm(valuesOf(headers, "content-type")) ? bytes.toString() : "";
  const parameters = new Map<string, string>();
  const query = pairsOf(partsOfTarget(target).query).filter(([name]) => !isOfSignature(decode(name)));
  for (const [name, value] of [...query, ...pairsOf(form)].map(unescaped)) {
    // Two readers could choose different values, which would allow clients to bypass checks.
    if (parameters.has(name)) throw new CloudError("ValidationError", "A parameter is given twice.");
    parameters.set(name, value);
  }
  const action = parameters.get("Action");
  if (!action) throw new CloudError("MissingAction", "The request has no Action.");
  const version = parameters.get("Version") ?? "";
  parameters.delete("Action");
  parameters.delete("Version");
  return { action, version, parameters };
}

function isForm(types: readonly string[]): boolean {
  return types.every((type) => /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type));
}

function unescaped([name, value]: readonly [string, string]): readonly [string, string] {
  return [decode(name.replaceAll("+", " ")), decode(value.replaceAll("+", " "))];
}
