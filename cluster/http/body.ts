import type { IncomingMessage } from "node:http";
import type { HeldBytes } from "./held-bytes.ts";

/** A request body that is longer than allowed, or comes in more pieces. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** Whether `incoming` has a body at all, by its headers (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** How long a body is by its headers; infinite where they do not say. */
export function announcedLength({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Number.POSITIVE_INFINITY;
}

/** Of a body that is too long, no more is read and dropped than twice what the reference takes. */
const maxDropped = 64 * 1024 * 1024;

/** For each of these bytes a body may come in one more piece: a long one comes in slices of 4 KiB. */
const bytesOfPiece = 1024;

export type BodyOptions = Readonly<{
  /** Bytes that a body may be long. */
  limit: number;
  /** Pieces that a body may come in, besides one for each KiB. */
  pieces: number;
  /** What is kept of all bodies that are on their way. */
  held: HeldBytes;
}>;

/**
 * The body's text, with U+FFFD for what is not UTF-8. Rejects with {@link BodyTooLarge} above `limit` bytes: after the rest was
 * read and dropped, so that the client, who reads no reply while it still writes, gets to see one; but of a body longer than
 * 64 MiB, or in too many pieces, nothing more is read. How long a body may take is the server's `requestTimeout`.
 */
export function readBody(incoming: IncomingMessage, { limit, pieces, held }: BodyOptions): Promise<string> {
  const { socket } = incoming;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let piecesLeft = pieces;
    const tooLarge = () => reject(new BodyTooLarge(`the body is longer than ${limit} bytes`));
    const announced = announcedLength(incoming);
    const isAnnounced = announced !== Number.POSITIVE_INFINITY;
    const maxRead = Math.max(limit, maxDropped);
    if (isAnnounced && announced > maxRead) return tooLarge();
    if (incoming.destroyed) return reject(new Error("the client went away before the body was read"));
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      piecesLeft -= 1 - chunk.length / bytesOfPiece;
      if (piecesLeft < 0) {
        incoming.pause();
        chunks.length = 0;
        held.release(socket);
        return reject(new BodyTooLarge(`the body comes in more than ${pieces} pieces`));
      }
      if (length <= limit && !(isAnnounced && announced > limit)) chunks.push(chunk);
      else chunks.length = 0;
      if (chunks.length === 0) held.release(socket);
      // Most bodies come in one piece, and wait for nothing.
      else if (chunk.length !== announced) held.hold(socket, chunk.length);
      if (length > maxRead) {
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
