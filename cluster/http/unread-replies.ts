import type { ServerResponse } from "node:http";
import type { Limits } from "../limits.ts";
import { heldBytes } from "./held-bytes.ts";

/** Keeps an eye on the replies that clients have not read yet. */
export interface UnreadReplies {
  /** To be called when a reply was ended: looks after what of it the operating system did not take. */
  sent(response: ServerResponse): void;
}

/**
 * Bounds the replies of one server that wait for their clients. A client that takes nothing of its reply for `replyStallSeconds`, twice
 * that at most, is disconnected; and so is the longest waiting client when all waiting replies together exceed `unreadReplyBytes`.
 */
export function unreadReplies(limits: Pick<Limits, "replyStallSeconds" | "unreadReplyBytes">): UnreadReplies {
  const waiting = heldBytes(limits.unreadReplyBytes);
  return {
    sent(response) {
      const { socket } = response;
      const bytes = socket?.writableLength ?? 0;
      if (!socket || bytes === 0) return;
      // Node restarts this timeout while the operating system takes something, and replaces it once the reply has left.
      response.setTimeout(limits.replyStallSeconds * 1000, () => socket.destroy());
      response.once("close", () => waiting.release(socket));
      waiting.hold(socket, bytes);
    },
  };
}
