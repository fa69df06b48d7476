import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Ends connections on which more than `most` requests wait for their replies. Node reads on as long as replies are small, whatever
 * waits. To be called before any listener for "request" that answers is added.
 */
export function limitPipelining(server: Server, most: number): void {
  const waiting = new WeakMap<Socket, number>();
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    if (count > most) socket.destroy();
  });
}
