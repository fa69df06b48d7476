import type { Socket } from "node:net";

/**
 * Resets a connection in any state; does nothing if it is closed. While the end of the stream is
 * being sent, libuv refuses to reset, and Node neither closes the socket nor reports this: no
 * `close` event follows and the process spins at its exit. Such a socket is closed without a reset,
 * and so is one that is not connected yet, where no peer would receive the reset.
 */
export function resetSocket(socket: Socket): void {
  if (socket.destroyed) return;
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
  if (isEnding || socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}
