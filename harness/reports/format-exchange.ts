import type { Exchange } from "#harness/reports/exchange.ts";
import type { Quoted } from "#harness/reports/performance.ts";

/** The owner of the token, for people. */
export const callers: Readonly<Record<string, string>> = { root: "root token", masked: "a token", none: "no token" };

/** What an exchange is to the step that broke, as a heading. */
export function quotedTitle({ isJudged }: Quoted): string {
  return isJudged ? "The request that was judged" : "The last request before it broke";
}

/** An exchange in one line: "GET colours/sky in Oslo, root token: 403". */
export function formatExchange({ method, path, cluster, token, status }: Exchange): string {
  return `${method} ${path} in ${cluster}, ${callers[token ?? "none"]}: ${status ?? "no answer"}`;
}

/** A body as text, indented by `indent` blanks or in one line; cut to `maxLength` characters, saying how many more there are. */
export function formatBody(body: unknown, { indent = 0, maxLength }: { indent?: number; maxLength: number }): string {
  const text = typeof body === "string" ? body : body === null ? "" : JSON.stringify(body, null, indent);
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}${indent > 0 ? "\n" : " "}… ${text.length - maxLength} more characters`;
}

/** The exchange with what was sent and answered, a line each. `maxBody` is the most characters of a body. */
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
