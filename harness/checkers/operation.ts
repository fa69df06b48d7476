import type { EventOf } from "#harness/history/event.ts";

/** An acknowledged write of a secret: entry `entry` in the write log of `set`. */
export type Write = Readonly<{
  key: string;
  content: string;
  set: string;
  entry: number;
  cluster: string;
  seq: number;
  at: number;
}>;

/** A read of a secret, which may be absent. */
export type Read = Readonly<{ key: string; content: string; cluster: string }>;

/** A request and its response. */
export type Operation = Readonly<{
  request: EventOf<"request">;
  answer: EventOf<"answer">;
  /** Set if the operation is a write or a read of a known, replicated key-value secret. */
  write?: Write;
  read?: Read;
  /** Like `read`, including secrets that a paths filter may exclude from clusters. */
  anyRead?: Read;
}>;
