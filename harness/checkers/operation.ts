import type { EventOf } from "#harness/history/event.ts";

/** A secret that was written and acknowledged: entry `entry` of the write log of `set`. */
export type Write = Readonly<{
  key: string;
  content: string;
  set: string;
  entry: number;
  cluster: string;
  seq: number;
  at: number;
}>;

/** A secret that was read, or found not to be there. */
export type Read = Readonly<{ key: string; content: string; cluster: string }>;

/** A request and what came of it. */
export type Operation = Readonly<{
  request: EventOf<"request">;
  answer: EventOf<"answer">;
  /** Where it is one of a replicated key-value secret of which something is known. */
  write?: Write;
  read?: Read;
  /** The same, also where a paths filter may keep the secret from clusters. */
  anyRead?: Read;
}>;
