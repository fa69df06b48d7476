import type { ServerResponse } from "node:http";
import type { Reply } from "#engine/api/request.ts";
import { hasBody } from "./body.ts";

/** The headers of every reply that says nothing else (reference-wire.md, section 2). */
export const replyHeaders: Reply["headers"] = {
  "cache-control": "no-store",
  "content-type": "application/json",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
};

/** An error reply as the service spells it: a list of texts. */
export function errorReply(status: number, texts: readonly string[]): Reply {
  return { status, headers: {}, body: JSON.stringify({ errors: texts }) };
}

/** Sends `reply` and ends the exchange. Where the client goes on writing a body that is not read, the connection ends too. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (!response.req.complete && hasBody(response.req)) response.shouldKeepAlive = false;
  response.statusCode = status;
  for (const name in replyHeaders) if (headers[name] === undefined) response.setHeader(name, replyHeaders[name] ?? "");
  for (const name in headers) response.setHeader(name, headers[name] ?? "");
  response.end(body);
}
