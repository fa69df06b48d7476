import type { Exchange } from "#harness/reports/exchange.ts";
import { shortestKnownSecret } from "#harness/reports/mask-known.ts";
import { mask, maskText } from "#harness/reports/mask-text.ts";
import { isSecretNameAmong, secretNamesAt } from "#harness/reports/secret-name.ts";

/** Deeper than any answer of the service; what lies deeper is masked as a whole. */
const deepest = 48;

/** An exchange as it went over the wire, before masking. `token` is the caller's, undefined without one. */
export type BareExchange = Readonly<{
  number: number;
  at: number;
  cluster: string;
  method: string;
  path: string;
  token?: string | undefined;
  rootToken: string;
  requestBody?: unknown;
  /** Null when no answer came. */
  status: number | null;
  responseBody?: unknown;
}>;

/**
 * The exchange as reports may show it, also without `secrets` that are known from elsewhere. What is wrapped is a client's
 * secret, so an unwrapped body is masked whole.
 */
export function maskExchange(bare: BareExchange, secrets: readonly string[] = []): Exchange {
  const { number, at, status, responseBody, ...request } = bare;
  const known = knownOf(bare, secrets);
  const body = maskAnswer({ path: bare.path, status, body: responseBody }, known);
  return { number, at, ...maskRequest(request, secrets), status, responseBody: body };
}

type BareRequest = Omit<BareExchange, "number" | "at" | "status" | "responseBody">;

/** The part of an exchange that is known before there is an answer, as reports may show it. */
export function maskRequest(
  bare: BareRequest,
  secrets: readonly string[] = [],
): Omit<Exchange, "number" | "at" | "status" | "responseBody"> {
  const { cluster, method, path, token, rootToken, requestBody } = bare;
  const known = knownOf(bare, secrets);
  return {
    cluster,
    method,
    path: maskPath(path, known),
    token: token === undefined ? null : token === rootToken ? "root" : "masked",
    requestBody: maskRequestBody(path, requestBody, known),
  };
}

/** The body of an answer as reports may show it; null without one. `known` are secrets to mask beside those that show. */
export function maskAnswer(
  { path, status, body }: Readonly<{ path: string; status: number | null; body: unknown }>,
  known: readonly string[],
): unknown {
  const unwraps = /(^|\/)sys\/wrapping\/unwrap(\?|$)/.test(path) && (status ?? 500) < 400;
  return unwraps ? mask : masked(body ?? null, { known, names: secretNamesAt(path) }, 0);
}

/** What is to be masked in an exchange: `secrets`, and the tokens of who asks. It is `secrets` itself where that holds them all. */
export function knownOf(
  { token, rootToken }: Readonly<{ token?: string | undefined; rootToken: string }>,
  secrets: readonly string[],
): readonly string[] {
  const own = [rootToken, ...(token === undefined ? [] : [token])];
  const added = own.filter((one) => one.length >= shortestKnownSecret && !secrets.includes(one));
  return added.length === 0 ? secrets : [...added, ...secrets];
}

/** Paths to which clients send key shares. No text there needs to be shown, and one under a mistyped name or in a broken body may be a share. */
const ceremony =
  /((?:^|\/)sys\/(?:init|unseal|rekey|rekey-recovery-key|generate-root)(?:\/(?:init|update|verify|attempt|backup))?)(?![\w-])/;
/** Path to which clients send whatever they want to be wrapped. */
const wrapping = /(^|\/)sys\/wrapping\/wrap(\?|$)/;

/** Whether clients send key shares to this path. */
export function takesKeyShares(path: string): boolean {
  return ceremony.test(path);
}

function maskRequestBody(path: string, body: unknown, known: readonly string[]): unknown {
  if (body === undefined || body === null) return null;
  if (wrapping.test(path)) return mask;
  if (takesKeyShares(path)) return maskTexts(body);
  const names = secretNamesAt(path);
  // What is no object, such as broken JSON or a form, has no names that could be relied on.
  if (names.length > 0 && (typeof body !== "object" || Array.isArray(body))) return mask;
  return masked(body, { known, names }, 0);
}

/** Such as the API has: no key share is so short, or of letters only. */
function isFieldName(name: string): boolean {
  return /^[a-z_]{1,32}$/i.test(name);
}

/** A copy of JSON-like `value` with its structure, numbers, booleans and field names, and without any other text. */
function maskTexts(value: unknown, depth = 0): unknown {
  if (depth > deepest) return mask;
  if (typeof value === "string") return value === "" ? value : mask;
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [isFieldName(name) ? name : mask, maskTexts(field, depth + 1)]),
  );
}

/** The path without what a client may have put behind it by mistake, or into its query, where key shares and wrapped data are sent. */
function maskPath(path: string, known: readonly string[]): string {
  const end = ceremony.exec(path) ?? wrapping.exec(path);
  if (!end) return maskText(path, known);
  const length = end.index + end[0].length;
  const rest = path.slice(length);
  return maskText(path.slice(0, length), known) + (rest.length > 1 ? `${rest.charAt(0)}${mask}` : rest);
}

/** A copy of JSON-like `value` without secrets: by the names of fields, by shape in texts, also in JSON inside texts. */
export function maskSecrets(value: unknown, known: readonly string[] = []): unknown {
  return masked(value, { known, names: [] }, 0);
}

/** Secrets by their text, and names of fields that hold one besides those that do so anywhere. */
type Secrets = Readonly<{ known: readonly string[]; names: readonly string[] }>;

function masked(value: unknown, secrets: Secrets, depth: number): unknown {
  if (depth > deepest) return mask;
  if (typeof value === "string") return maskedText(value, secrets, depth);
  if (Array.isArray(value)) return value.map((item) => masked(item, secrets, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    maskText(name, secrets.known),
    isSecretNameAmong(name, secrets.names) && tells(field) ? mask : masked(field, secrets, depth + 1),
  ]);
  return Object.fromEntries(fields);
}

/** Whether a field of a secret name says more than that there is none. */
function tells(field: unknown): boolean {
  return field !== null && field !== undefined && field !== "" && typeof field !== "boolean";
}

function maskedText(text: string, secrets: Secrets, depth: number): string {
  if (!/^\s*[[{]/.test(text)) return maskText(text, secrets.known);
  try {
    return JSON.stringify(masked(JSON.parse(text), secrets, depth + 1));
  } catch {
    return maskText(text, secrets.known);
  }
}
