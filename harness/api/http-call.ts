import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { formatRequest, parseReply } from "./http-text.ts";
import type { ApiReply, ApiRequest } from "./request.ts";

const requestTimeoutMilliseconds = 60_000;

export async function callOver(api: string, request: ApiRequest): Promise<ApiReply> {
  const { method, target, headers, body } = formatRequest(request);
  const outgoing = httpRequest(api + target, {
    method,
    // By default Node sends the content length only with some methods.
    headers: { ...headers, ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }) },
    ...(request.from === undefined ? {} : { localAddress: request.from }),
    signal: AbortSignal.timeout(requestTimeoutMilliseconds),
  });
  // An error during the response also fails the reading of its body.
  outgoing.on("error", () => {});
  outgoing.end(body);
  const [reply]: IncomingMessage[] = await once(outgoing, "response");
  if (!reply) throw new Error("no response");
  return parseReply({
    status: reply.statusCode ?? 0,
    headers: joinedHeaders(reply.headersDistinct),
    body: await text(reply),
  });
}

function joinedHeaders(headers: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(", ")]));
}
