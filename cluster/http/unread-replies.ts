import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limits } from "../limits.ts";

/** Keeps an eye on the replies that clients have not read yet. */
export interface UnreadReplies {
  /** To be called when a reply was ended: looks after what of it the operating system did not take. */
  sent(response: ServerResponse): void;
}

/**
 * Bounds the replies of one server that wait for their clients. A client that takes nothing of its reply for `replyStallSeconds`, twice
 * that at most, is disconnected. When all waiting replies together exceed `unreadReplyBytes`, those that have waited longest are dropped
 * with their connections; the latest one always stays.
 */
export function unreadReplies(limits: Pick<Limits, "replyStallSeconds" | "unreadReplyBytes">): UnreadReplies {
  /** Bytes that wait, by connection; the one that has waited longest comes first. */
  const waiting = new Map<Socket, number>();
  let total = 0;

  function forget(socket: Socket): void {
    total -= waiting.get(socket) ?? 0;
    waiting.delete(socket);
  }

  return {
    sent(response) {
      const { socket } = response;
      const bytes = socket?.writableLength ?? 0;
      if (!socket || bytes === 0) return;
      waiting.set(socket, bytes);
      total += bytes;
      // Node restarts this timeout while the operating system takes something, and replaces it once the reply has left.
      response.setTimeout(limits.replyStallSeconds * 1000, () => socket.destroy());
      response.once("close", () => forget(socket));
      for (const [longest] of waiting) {
        if (total <= limits.unreadReplyBytes || longest === socket) break;
        forget(longest);
        longest.destroy();
      }
    },
  };
}
