import type { ServerResponse } from "node:http";
import type { Reply } from "#engine/api/request.ts";
import { hasBody } from "./body.ts";

/** The headers that every reply has (reference-wire.md, section 2). */
export const replyHeaders = {
  "Cache-Control": "no-store",
  "Content-Type": "application/json",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
} as const;

/** An error reply as the service spells it: a list of texts. */
export function errorReply(status: number, texts: readonly string[]): Reply {
  return { status, headers: {}, body: JSON.stringify({ errors: texts }) };
}

/** Sends `reply` and ends the exchange. Where the client goes on writing a body that nobody reads, the connection ends too. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (!response.req.complete && hasBody(response.req)) response.shouldKeepAlive = false;
  response.statusCode = status;
  for (const [name, value] of Object.entries(replyHeaders)) response.setHeader(name, value);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}
