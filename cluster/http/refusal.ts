import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errorReply, replyHeaders } from "./reply.ts";

/** HTTP status for a request that cannot be parsed, by Node's error code. The default is 400. */
const statusByCode: Readonly<Record<string, number>> = {
  HPE_INVALID_METHOD: 405,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Responds to a request that cannot be parsed and closes the connection. Returns the status. If an earlier request
 * still needs its response (`replying`), or the connection is broken, sends nothing and returns undefined.
 */
export function refuse(
  socket: Socket,
  error: NodeJS.ErrnoException,
  { replying }: Readonly<{ replying: boolean }>,
): number | undefined {
  if (replying || !socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return undefined;
  }
  const { status, body } = errorReply(statusByCode[error.code ?? ""] ?? 400, []);
  const headers = { ...replyHeaders, "Content-Length": body.length, Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
  return status;
}
