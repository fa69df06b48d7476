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
  /**
   * The response. If the cluster lost its store between the request and the response, it has the outcome "unknown" and
   * no body.
   */
  answer: EventOf<"answer">;
  /**
   * Present if the operation is an acknowledged write of a secret, and the response has an index. The secret is in a
   * known key-value mount that is not local.
   */
  write?: Write;
  read?: Read;
  /**
   * Present if the operation is a read of a secret that can be checked. If a paths filter may exclude the secret from
   * some clusters, `read` is absent.
   */
  anyRead?: Read;
}>;
