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
  /**
   * Set for an acknowledged write with an index, or a checkable read, of a key-value secret at a
   * known mount that is not local. `read` is omitted if a paths filter has named the secret.
   */
  write?: Write;
  read?: Read;
  /** Like `read`, including secrets that a paths filter may exclude from clusters. */
  anyRead?: Read;
}>;
