import { Problem, quoted } from "../problem.ts";
import { parseDuration } from "../values/duration.ts";

export type WrapRequest = Readonly<{
  ttlSeconds: number;
  jwt: boolean;
}>;

/** Maximum TTL in seconds, about 292 years: the maximum duration in Go. */
const longestSeconds = 9_223_372_036;

/**
 * Parses the request headers for response wrapping. Returns undefined if there is no TTL header or
 * the TTL is 0. Throws a Problem "refused" with the reference's text if the TTL is invalid (W2-43,
 * W2-45).
 */
export function wrapRequest(headers: Readonly<Record<string, string | undefined>>): WrapRequest | undefined {
  const text = headers["x-vault-wrap-ttl"] ?? headers["x-svc-wrap-ttl"];
  if (text === undefined) return undefined;
  const ttlSeconds = secondsOf(text.trim());
  if (ttlSeconds === 0) return undefined;
  const format = headers["x-vault-wrap-format"] ?? headers["x-svc-wrap-format"] ?? "";
  return { ttlSeconds, jwt: format.toLowerCase() === "jwt" };
}

function secondsOf(text: string): number {
  if (text.startsWith("-") && isDuration(text.slice(1))) throw invalidTtl("requested wrap ttl cannot be negative");
  if (!isDuration(text)) throw invalidTtl(`time: invalid duration ${quoted(text)}`);
  return parseDuration(text);
}

function isDuration(text: string): boolean {
  try {
    return parseDuration(text) <= longestSeconds;
  } catch {
    return false;
  }
}

function invalidTtl(why: string): Problem {
  return new Problem("refused", `error parsing X-Vault-Wrap-TTL header: ${why}`);
}
