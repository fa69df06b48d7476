import type { IncomingMessage } from "node:http";
import type { HeldBytes } from "./held-bytes.ts";

/** A request body that is longer than allowed. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** Whether `incoming` has a body at all, by its headers (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

export type BodyOptions = Readonly<{
  /** Bytes that a body may be long. */
  limit: number;
  /** What is kept of all bodies that are on their way. */
  held: HeldBytes;
}>;

/**
 * The body's text, with U+FFFD for what is not UTF-8. Rejects with {@link BodyTooLarge} above `limit` bytes: after the rest was
 * read and dropped, so that the client, who reads no reply while it still writes, gets to see one; but of a body more than
 * twice as long as allowed nothing more is read. How long a body may take is the server's `requestTimeout`.
 */
export function readBody(incoming: IncomingMessage, { limit, held }: BodyOptions): Promise<string> {
  const { socket } = incoming;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLarge = () => reject(new BodyTooLarge(`the body is longer than ${limit} bytes`));
    const announced = Number(incoming.headers["content-length"] ?? 0);
    if (announced > 2 * limit) return tooLarge();
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (chunks.length === 0) held.release(socket);
      // Most bodies come in one piece, and wait for nothing.
      else if (chunk.length !== announced) held.hold(socket, chunk.length);
      if (length > 2 * limit) {
        incoming.pause();
        tooLarge();
      }
    });
    incoming.on("end", () => {
      held.release(socket);
      if (length > limit) return tooLarge();
      resolve(
        chunks.length === 1 && chunks[0] ? chunks[0].toString("utf8") : Buffer.concat(chunks, length).toString("utf8"),
      );
    });
    // A client that goes away in the middle: "end" never comes. Each request closes, and an error is costly to make.
    incoming.on("close", () => {
      held.release(socket);
      if (!incoming.readableEnded) reject(new Error("the client went away before the body was complete"));
    });
    incoming.on("error", reject);
  });
}
