import type { ApiReply } from "#harness/api/request.ts";

/** Outcome of a request for its client; after "unknown" it may have taken effect. */
export type Outcome =
  | Readonly<{ is: "ok" | "fail"; reply: ApiReply }>
  /** `reason` is for people. */
  | Readonly<{ is: "unknown"; reason: string }>;

/** Returns "ok" for a status below 300, "unknown" for 5xx, and "fail" otherwise. */
export function outcomeOf(reply: ApiReply): Outcome {
  if (reply.status >= 500) return { is: "unknown", reason: `${reply.status}` };
  return { is: reply.status < 300 ? "ok" : "fail", reply };
}
