import { setTimeout as passed } from "node:timers/promises";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { cleaned } from "./permitted.ts";

const tooManyRequests = 429;

/** Wait before a request is sent again if the reply does not say how long to wait, and the maximum of all its waits. */
const limits = { defaultSeconds: 1, maxSeconds: 60 } as const;

/** Knows if a scenario has written a quota. All clients of the scenario share it, because secondaries have quotas, too. */
export type QuotaWatch = { hasQuota: boolean };

/**
 * Returns a function like `call` that sends a request again, after the time in `Retry-After`, if the server or a proxy
 * refuses it with status 429. Once a request has written a quota, each 429 is returned, because the scenario may expect
 * it.
 */
export function patient(
  call: (request: ApiRequest) => Promise<ApiReply>,
  watch: QuotaWatch,
  wait: (milliseconds: number) => Promise<unknown> = passed,
): (request: ApiRequest) => Promise<ApiReply> {
  return async (request) => {
    if (/^sys\/quotas\//.test(cleaned(request.path)) && request.method !== "GET" && request.method !== "LIST")
      watch.hasQuota = true;
    for (let waited = 0; ; ) {
      const reply = await call(request);
      if (reply.status !== tooManyRequests || watch.hasQuota) return reply;
      const seconds = secondsIn(reply.headers["retry-after"]);
      if (waited + seconds > limits.maxSeconds) return reply;
      waited += seconds;
      await wait(seconds * 1000);
    }
  };
}

/** Returns the seconds in a `Retry-After`, which may also be a date. At least one second, so that the waits end. */
function secondsIn(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? limits.defaultSeconds);
  if (Number.isFinite(seconds)) return Math.max(seconds, 1);
  const until = Date.parse(retryAfter ?? "");
  return Number.isNaN(until) ? limits.defaultSeconds : Math.max((until - Date.now()) / 1000, 1);
}
