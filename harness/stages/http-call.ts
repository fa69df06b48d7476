import { spell, understand } from "./http-text.ts";
import type { ApiReply, ApiRequest } from "./stage.ts";

/** How long a client waits for an answer: longer than the service lets anything take. */
const requestTimeoutMilliseconds = 60_000;

/** Asks whoever listens at `api`, such as `http://127.0.0.1:8200`. */
export async function callOver(api: string, request: ApiRequest): Promise<ApiReply> {
  const { method, target, headers, body } = spell(request);
  const reply = await fetch(api + target, {
    method,
    headers,
    ...(body === "" ? {} : { body }),
    redirect: "manual",
    signal: AbortSignal.timeout(requestTimeoutMilliseconds),
  });
  return understand({ status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() });
}
