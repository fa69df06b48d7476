import type { Socket } from "node:net";

/** Bytes that a server keeps in memory for its connections. */
export interface HeldBytes {
  /** Adds to what is kept for a connection. */
  hold(socket: Socket, bytes: number): void;
  /** Says that nothing is kept for a connection any more. */
  release(socket: Socket): void;
}

/**
 * Bounds what is kept for all connections together. Above `maxBytes`, those for which something has been kept longest are destroyed; the one
 * that is just being added to always stays.
 */
export function heldBytes(maxBytes: number): HeldBytes {
  /** The connection for which something has been kept longest comes first. */
  const held = new Map<Socket, number>();
  let total = 0;

  function release(socket: Socket): void {
    total -= held.get(socket) ?? 0;
    held.delete(socket);
  }

  return {
    hold(socket, bytes) {
      held.set(socket, (held.get(socket) ?? 0) + bytes);
      total += bytes;
      for (const [longest] of held) {
        if (total <= maxBytes || longest === socket) break;
        release(longest);
        longest.destroy();
      }
    },
    release,
  };
}
