import type { ServerResponse } from "node:http";
import type { Limits } from "../limits.ts";
import { processMemory } from "./held-bytes.ts";

/** Seconds after which a client that takes nothing of its reply is disconnected when the cluster stops. */
const stopStallSeconds = 1;

/** Keeps an eye on the replies that clients have not read yet. */
export interface UnreadReplies {
  /** To be called when a reply was ended: looks after what of it the operating system did not take. */
  sent(response: ServerResponse): void;
}

/**
 * Bounds the replies that wait for their clients. A client that takes nothing of its reply for `replyStallSeconds`, twice that at most, is
 * disconnected; and so is the longest waiting client when all waiting replies of the process together
 * exceed `unreadReplyBytes`. Once `closing` is aborted, a client that takes nothing is disconnected after a second, so that it does not delay the stop.
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
      // Node restarts this timeout while the operating system takes something, and replaces it once the reply has left.
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
