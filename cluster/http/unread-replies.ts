import type { ServerResponse } from "node:http";
import type { Limits } from "../limits.ts";
import { processMemory } from "./held-bytes.ts";

/** Replaces `replyStallSeconds` while the server stops. */
const stopStallSeconds = 1;

export interface UnreadReplies {
  /** Must be called after a response has ended. Counts the bytes that the operating system has not yet accepted. */
  sent(response: ServerResponse): void;
}

/**
 * Limits unread responses. A client that reads nothing is disconnected after `replyStallSeconds`, at the latest after
 * twice that time, and sooner after `closing` is aborted. If the unread responses of the process exceed
 * `unreadReplyBytes`, the clients whose responses have waited longest are disconnected.
 */
export function unreadReplies(
  limits: Pick<Limits, "replyStallSeconds" | "unreadReplyBytes">,
  closing: AbortSignal,
): UnreadReplies {
  const waiting = processMemory.unreadReplies.upTo(limits.unreadReplyBytes);
  const unread = new Set<ServerResponse>();
  const stallMilliseconds = () => 1000 * (closing.aborted ? stopStallSeconds : limits.replyStallSeconds);
  closing.addEventListener("abort", () => {
    for (const response of unread) response.setTimeout(stallMilliseconds());
  });
  return {
    sent(response) {
      const { socket } = response;
      const bytes = socket?.writableLength ?? 0;
      if (!socket || bytes === 0) return;
      // Node restarts this timeout while the operating system accepts data, and replaces it once the reply is sent.
      response.setTimeout(stallMilliseconds(), () => socket.destroy());
      unread.add(response);
      response.once("close", () => {
        unread.delete(response);
        waiting.release(socket);
      });
      waiting.hold(socket, bytes);
    },
  };
}
