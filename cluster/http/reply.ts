import type { ServerResponse } from "node:http";
import type { Reply } from "#engine/api/request.ts";
import { hasBody } from "./body.ts";

/** Headers of responses that do not set them to other values (W2-01). */
export const replyHeaders: Reply["headers"] = {
  "cache-control": "no-store",
  "content-type": "application/json",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
};

export function errorReply(status: number, texts: readonly string[]): Reply {
  return { status, headers: {}, body: JSON.stringify({ errors: texts }) };
}

/** Length, in characters, from which a body is converted to bytes. Shorter bodies are sent faster as text. */
const bytesAsText = 64 * 1024;

/** Sends a response. If the request body was not read completely, the connection is closed afterwards. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (!response.req.complete && hasBody(response.req)) response.shouldKeepAlive = false;
  const list: string[] = [];
  for (const name in replyHeaders) if (headers[name] === undefined) list.push(name, replyHeaders[name] ?? "");
  for (const name in headers) list.push(name, headers[name] ?? "");
  const hasNoBody = status === 204 || response.req.method === "HEAD";
  // Node keeps two copies of pending text: with the headers, and as bytes.
  const content = body.length < bytesAsText ? body : Buffer.from(body);
  if (!hasNoBody) list.push("Content-Length", String(Buffer.byteLength(content)));
  // Sets all headers at once, since Node validates each of them twice otherwise.
  response.writeHead(status, list).end(content);
}
