import type { Exchange } from "#harness/api/exchange.ts";
import type { Quoted } from "#harness/reports/performance.ts";

export const callers: Readonly<Record<string, string>> = { root: "root token", masked: "a token", none: "no token" };

export function quotedTitle({ isJudged }: Quoted): string {
  return isJudged ? "The request that was judged" : "The last request before it broke";
}

/** Formats an exchange in one line, such as "GET colours/sky in Oslo, root token: 403". */
export function formatExchange({ method, path, cluster, token, status }: Exchange): string {
  return `${method} ${path} in ${cluster}, ${callers[token ?? "none"]}: ${status ?? "no answer"}`;
}

/**
 * Formats a body: a text as it is, null as an empty text, other values as JSON. Truncates the result after `maxLength`
 * characters and adds the number of omitted ones.
 */
export function formatBody(body: unknown, { indent = 0, maxLength }: { indent?: number; maxLength: number }): string {
  const text = typeof body === "string" ? body : body === null ? "" : JSON.stringify(body, null, indent);
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}${indent > 0 ? "\n" : " "}… ${text.length - maxLength} more characters`;
}

/** `maxBody` is the maximum length of a body, in characters. */
export function exchangeLines(exchange: Exchange, { maxBody }: { maxBody: number }): readonly string[] {
  const [sent, answered] = [exchange.requestBody, exchange.responseBody].map((body) =>
    formatBody(body, { maxLength: maxBody }),
  );
  return [
    formatExchange(exchange),
    ...(sent ? [`  sent ${sent}`] : []),
    ...(answered ? [`  ${exchange.status === null ? "because" : "answered"} ${answered}`] : []),
  ];
}
