import type { ApiReply } from "#harness/stages/stage.ts";

/** What came of a request, as its client has to choose: without an answer it is not known whether it took effect. */
export type Outcome =
  | Readonly<{ is: "ok" | "fail"; reply: ApiReply }>
  /** `reason` is for people. */
  | Readonly<{ is: "unknown"; reason: string }>;

/** 2xx is ok. A 5xx may have taken effect before it failed: unknown. All else is a refusal: fail. */
export function outcomeOf(reply: ApiReply): Outcome {
  if (reply.status >= 500) return { is: "unknown", reason: `${reply.status}` };
  return { is: reply.status < 300 ? "ok" : "fail", reply };
}
