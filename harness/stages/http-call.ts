import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { spell, understand } from "./http-text.ts";
import type { ApiReply, ApiRequest } from "./stage.ts";

/** How long a client waits for an answer: longer than the service lets anything take. */
const requestTimeoutMilliseconds = 60_000;

/**
 * Sends a request to the server at `api`, such as `http://127.0.0.1:8200`. A rehearsal asks thousands of times, and each time `fetch` takes more of
 * the processor than Node's own client.
 */
export async function callOver(api: string, request: ApiRequest): Promise<ApiReply> {
  const { method, target, headers, body } = spell(request);
  const asked = httpRequest(api + target, {
    method,
    // Unasked, Node tells the length for some methods only.
    headers: { ...headers, ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }) },
    ...(request.from === undefined ? {} : { localAddress: request.from }),
    signal: AbortSignal.timeout(requestTimeoutMilliseconds),
  });
  // What fails when the answer has begun fails the reading of it, too.
  asked.on("error", () => {});
  asked.end(body);
  const [reply]: IncomingMessage[] = await once(asked, "response");
  if (!reply) throw new Error("there is no reply");
  return understand({ status: reply.statusCode ?? 0, headers: joined(reply.headersDistinct), body: await text(reply) });
}

function joined(headers: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(", ")]));
}
