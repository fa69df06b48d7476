import type { Socket } from "node:net";

/**
 * Resets a connection, without effect on a closed one. A connection that is not established or is just sending its end
 * of stream is closed without a reset: at the end of stream, libuv would refuse the reset, and Node would neither
 * report this nor close the socket, so that the process would use all CPU time when it exits.
 */
export function resetSocket(socket: Socket): void {
  if (socket.destroyed) return;
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
  if (isEnding || socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}
