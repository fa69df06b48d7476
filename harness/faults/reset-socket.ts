import type { Socket } from "node:net";

/**
 * Resets a connection. Has no effect on a closed one. A connection that is not established, or is just sending its end
 * of stream, is closed without a reset. In the latter case libuv refuses to reset, and Node neither reports this nor
 * closes the socket: no `close` event follows, and the process uses all CPU time when it exits.
 */
export function resetSocket(socket: Socket): void {
  if (socket.destroyed) return;
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
  if (isEnding || socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}
