import type { Exchange } from "#harness/api/exchange.ts";
import { shortestKnownSecret } from "#harness/masking/mask-known.ts";
import { mask, maskText } from "#harness/masking/mask-text.ts";
import { isSecretNameAmong, secretNamesAt } from "#harness/masking/secret-name.ts";

/** Maximum depth of a value that is examined; deeper values are masked. */
const deepest = 48;

/** An exchange before masking. `token` is undefined if the request had none. */
export type BareExchange = Readonly<{
  number: number;
  at: number;
  cluster: string;
  method: string;
  path: string;
  token?: string | undefined;
  rootToken: string;
  requestBody?: unknown;
  /** The status code, or null if no response arrived. */
  status: number | null;
  responseBody?: unknown;
}>;

/**
 * Masks the secrets in an exchange. `secrets` are known secrets, masked in addition to those that masking rules find.
 * The body of a successful unwrap is masked as a whole.
 */
export function maskExchange(bare: BareExchange, secrets: readonly string[] = []): Exchange {
  const { number, at, status, responseBody, ...request } = bare;
  const known = knownOf(bare, secrets);
  const body = maskAnswer({ path: bare.path, status, body: responseBody }, known);
  return { number, at, ...maskRequest(request, secrets), status, responseBody: body };
}

type BareRequest = Omit<BareExchange, "number" | "at" | "status" | "responseBody">;

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

/**
 * Returns the masked body of a response, or null if there is no body. The body of a successful unwrap is masked as a
 * whole. `known` are additional secrets.
 */
export function maskAnswer(
  { path, status, body }: Readonly<{ path: string; status: number | null; body: unknown }>,
  known: readonly string[],
): unknown {
  const unwraps = /(^|\/)sys\/wrapping\/unwrap(\?|$)/.test(path) && (status ?? 500) < 400;
  return unwraps ? mask : masked(body ?? null, { known, names: secretNamesAt(path) }, 0);
}

/**
 * Returns `secrets` with the root token and the client's token added, except tokens of fewer than 8 characters. Returns
 * the array `secrets` itself if there is nothing to add.
 */
export function knownOf(
  { token, rootToken }: Readonly<{ token?: string | undefined; rootToken: string }>,
  secrets: readonly string[],
): readonly string[] {
  const own = [rootToken, ...(token === undefined ? [] : [token])];
  const added = own.filter((one) => one.length >= shortestKnownSecret && !secrets.includes(one));
  return added.length === 0 ? secrets : [...added, ...secrets];
}

/**
 * Matches paths of init, unseal, rekey and generate-root. Request bodies at these paths are masked regardless of field
 * names, because a field with a mistyped name or a broken body may contain a key share.
 */
const ceremony =
  /((?:^|\/)sys\/(?:init|unseal|rekey|rekey-recovery-key|generate-root)(?:\/(?:init|update|verify|attempt|backup))?)(?![\w-])/;
const wrapping = /(^|\/)sys\/wrapping\/wrap(\?|$)/;

/** True for paths of init, unseal, rekey and generate-root, in any namespace. */
export function takesKeyShares(path: string): boolean {
  return ceremony.test(path);
}

function maskRequestBody(path: string, body: unknown, known: readonly string[]): unknown {
  if (body === undefined || body === null) return null;
  if (wrapping.test(path)) return mask;
  if (takesKeyShares(path)) return maskTexts(body);
  const names = secretNamesAt(path);
  // Bodies that are not objects, such as broken JSON or forms, have no reliable field names.
  if (names.length > 0 && (typeof body !== "object" || Array.isArray(body))) return mask;
  return masked(body, { known, names }, 0);
}

function isFieldName(name: string): boolean {
  return /^[a-z_]{1,32}$/i.test(name);
}

function maskTexts(value: unknown, depth = 0): unknown {
  if (depth > deepest) return mask;
  if (typeof value === "string") return value === "" ? value : mask;
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [isFieldName(name) ? name : mask, maskTexts(field, depth + 1)]),
  );
}

function maskPath(path: string, known: readonly string[]): string {
  const end = ceremony.exec(path) ?? wrapping.exec(path);
  if (!end) return maskText(path, known);
  const length = end.index + end[0].length;
  const rest = path.slice(length);
  return maskText(path.slice(0, length), known) + (rest.length > 1 ? `${rest.charAt(0)}${mask}` : rest);
}

/**
 * Masks secrets in a JSON value: values of fields with secret names, and what {@link maskText} masks in texts. `known`
 * are additional secrets.
 */
export function maskSecrets(value: unknown, known: readonly string[] = []): unknown {
  return masked(value, { known, names: [] }, 0);
}

type Secrets = Readonly<{ known: readonly string[]; names: readonly string[] }>;

function masked(value: unknown, secrets: Secrets, depth: number): unknown {
  if (depth > deepest) return mask;
  if (typeof value === "string") return maskedText(value, secrets, depth);
  if (Array.isArray(value)) return value.map((item) => masked(item, secrets, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    maskText(name, secrets.known),
    isSecretNameAmong(name, secrets.names) && hasValue(field) ? mask : masked(field, secrets, depth + 1),
  ]);
  return Object.fromEntries(fields);
}

function hasValue(field: unknown): boolean {
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
