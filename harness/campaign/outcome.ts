import type { ApiReply } from "#harness/api/request.ts";

/** Outcome of a request as its client knows it. If it is "unknown", the request may have taken effect. */
export type Outcome = Readonly<{ is: "ok" | "fail"; reply: ApiReply }> | Readonly<{ is: "unknown"; reason: string }>;

/** Returns "ok" for a status below 300, "unknown" for 5xx, and "fail" otherwise. */
export function outcomeOf(reply: ApiReply): Outcome {
  if (reply.status >= 500) return { is: "unknown", reason: `${reply.status}` };
  return { is: reply.status < 300 ? "ok" : "fail", reply };
}
