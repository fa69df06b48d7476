import type { Exchange } from "#harness/reports/exchange.ts";
import { mask, maskText } from "#harness/reports/mask-text.ts";
import { isSecretName } from "#harness/reports/secret-name.ts";

/** Deeper than any answer of the service; what lies deeper is masked as a whole. */
const deepest = 48;

/** An exchange as it went over the wire, before anybody may see it. `token` is the caller's, undefined without one. */
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
 * The exchange as reports may show it, also without `secrets` that are known from elsewhere. What is wrapped is somebody's
 * secret, so an unwrapped body is masked whole.
 */
export function maskExchange(bare: BareExchange, secrets: readonly string[] = []): Exchange {
  const { token, rootToken, requestBody, responseBody, ...exchange } = bare;
  const known = [rootToken, ...(token === undefined ? [] : [token]), ...secrets];
  const inCeremony = /(^|\/)sys\/(init|unseal|rekey|generate-root)\b/.test(exchange.path);
  const unwraps = /(^|\/)sys\/wrapping\/unwrap(\?|$)/.test(exchange.path) && (exchange.status ?? 500) < 400;
  return {
    ...exchange,
    path: maskText(exchange.path, known),
    token: token === undefined ? null : token === rootToken ? "root" : "masked",
    requestBody: maskSecrets(withoutShares(requestBody ?? null, inCeremony), known),
    responseBody: unwraps ? mask : maskSecrets(withoutShares(responseBody ?? null, inCeremony), known),
  };
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
