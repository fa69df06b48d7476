import type { EventOf } from "#harness/history/event.ts";

/** An acknowledged write of a secret. `entry` is its position in the write log of the replication set `set`. */
export type Write = Readonly<{
  key: string;
  content: string;
  set: string;
  entry: number;
  cluster: string;
  seq: number;
  at: number;
}>;

/** A read of a secret. `content` is "absent" if the secret does not exist. */
export type Read = Readonly<{ key: string; content: string; cluster: string }>;

export type Operation = Readonly<{
  request: EventOf<"request">;
  /** If the cluster lost its store between the request and the response, it is like that of no response. */
  answer: EventOf<"answer">;
  /**
   * Present if the operation is an acknowledged write whose response has an index. The secret is in a known key-value
   * mount that is not local; the same applies to reads.
   */
  write?: Write;
  read?: Read;
  /**
   * Present if the operation is a read that can be checked, even if a paths filter may exclude the secret from some
   * clusters. In that case, `read` is absent.
   */
  anyRead?: Read;
}>;
