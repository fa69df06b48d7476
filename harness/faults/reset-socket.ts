import type { Socket } from "node:net";

/**
 * Ends a connection at once, with a TCP reset, as a machine does that knows nothing of it. A socket whose end is being sent cannot be reset any more
 * and is closed instead: Node would take it for closed, never say so, and the thread could not end (`uv_tcp_close_reset` answers EINVAL).
 */
export function resetSocket(socket: Socket): void {
  if (socket.destroyed) return;
  const isEnding = socket.writableEnded && !socket.writableFinished;
  if (isEnding) socket.destroy();
  else socket.resetAndDestroy();
}
