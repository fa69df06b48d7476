import type { Exchange } from "#harness/reports/exchange.ts";
import { mask, maskText, shortestKnownSecret } from "#harness/reports/mask-text.ts";
import { isSecretName } from "#harness/reports/secret-name.ts";

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
    path: maskText(path, known),
    token: token === undefined ? null : token === rootToken ? "root" : "masked",
    requestBody: maskSecrets(withoutShares(requestBody ?? null, isCeremony(path)), known),
  };
}

/** The body of an answer as reports may show it; null without one. `known` are secrets to mask beside those that show. */
export function maskAnswer(
  { path, status, body }: Readonly<{ path: string; status: number | null; body: unknown }>,
  known: readonly string[],
): unknown {
  const unwraps = /(^|\/)sys\/wrapping\/unwrap(\?|$)/.test(path) && (status ?? 500) < 400;
  return unwraps ? mask : maskSecrets(withoutShares(body ?? null, isCeremony(path)), known);
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

function isCeremony(path: string): boolean {
  return /(^|\/)sys\/(init|unseal|rekey|generate-root)\b/.test(path);
}

/** Where shares of keys go to and fro, they have names that elsewhere mean nothing secret. */
function withoutShares(body: unknown, inCeremony: boolean): unknown {
  if (!inCeremony || typeof body !== "object" || body === null) return body;
  const masked = Object.entries(body).map(([name, value]) => [
    name,
    /^(key|keys|otp)$/.test(name) && tells(value) ? mask : value,
  ]);
  return Object.fromEntries(masked);
}

/** A copy of JSON-like `value` without secrets: by the names of fields, by shape in texts, also in JSON inside texts. */
export function maskSecrets(value: unknown, known: readonly string[] = []): unknown {
  return masked(value, known, 0);
}

function masked(value: unknown, known: readonly string[], depth: number): unknown {
  if (depth > deepest) return mask;
  if (typeof value === "string") return maskedText(value, known, depth);
  if (Array.isArray(value)) return value.map((item) => masked(item, known, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    maskText(name, known),
    isSecretName(name) && tells(field) ? mask : masked(field, known, depth + 1),
  ]);
  return Object.fromEntries(fields);
}

/** Whether a field of a secret name says more than that there is none. */
function tells(field: unknown): boolean {
  return field !== null && field !== undefined && field !== "" && typeof field !== "boolean";
}

function maskedText(text: string, known: readonly string[], depth: number): string {
  if (!/^\s*[[{]/.test(text)) return maskText(text, known);
  try {
    return JSON.stringify(masked(JSON.parse(text), known, depth + 1));
  } catch {
    return maskText(text, known);
  }
}
