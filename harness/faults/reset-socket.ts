import type { Socket } from "node:net";

/**
 * Breaks a connection off with a reset, whatever it is doing; nothing happens to one that is closed already. While the end of the stream is
 * being sent libuv refuses to reset, and Node then neither closes the socket nor tells of it: no `close` comes, and the process spins for
 * ever as it exits. Such a socket is closed without a reset, and so is one that is not connected yet, where no peer would hear of one.
 */
export function resetSocket(socket: Socket): void {
  if (socket.destroyed) return;
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
  if (isEnding || socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}
