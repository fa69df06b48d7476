import type { ServerResponse } from "node:http";
import type { Reply } from "#engine/api/request.ts";
import { hasBody } from "./body.ts";

/** Headers of a reply that declares no others (W2-01). */
export const replyHeaders: Reply["headers"] = {
  "cache-control": "no-store",
  "content-type": "application/json",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
};

/** An error reply as the service spells it: a list of texts. */
export function errorReply(status: number, texts: readonly string[]): Reply {
  return { status, headers: {}, body: JSON.stringify({ errors: texts }) };
}

/** A body this long is sent as bytes; shorter ones are sent faster as text, in one piece with their head. */
const bytesAsText = 64 * 1024;

/** Sends `reply` and ends the exchange. Where the client goes on writing a body that is not read, the connection ends too. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (!response.req.complete && hasBody(response.req)) response.shouldKeepAlive = false;
  const list: string[] = [];
  for (const name in replyHeaders) if (headers[name] === undefined) list.push(name, replyHeaders[name] ?? "");
  for (const name in headers) list.push(name, headers[name] ?? "");
  const hasNoBody = status === 204 || response.req.method === "HEAD";
  // Of a text that the operating system does not take at once, Node keeps two copies: the text with the head before it, and its bytes.
  const content = body.length < bytesAsText ? body : Buffer.from(body);
  if (!hasNoBody) list.push("Content-Length", String(Buffer.byteLength(content)));
  // All at once, since one by one each header is looked at twice.
  response.writeHead(status, list).end(content);
}
