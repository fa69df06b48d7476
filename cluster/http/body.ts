import type { IncomingMessage } from "node:http";
import type { HeldBytes } from "./held-bytes.ts";

export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** Returns true if a request has a body, according to its headers (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Returns the length of a body according to its headers, in bytes. Returns infinity for a chunked body. */
export function announcedLength({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Number.POSITIVE_INFINITY;
}

/** Maximum number of bytes that are read of a body that is too long: twice the reference's limit. */
const maxDropped = 64 * 1024 * 1024;

const bytesOfPiece = 1024;

export type BodyOptions = Readonly<{
  /** Maximum length of the body in bytes. */
  limit: number;
  /** Maximum number of pieces, in addition to one for each KiB. */
  pieces: number;
  held: HeldBytes;
}>;

/**
 * Returns the text of the body. Bytes that are not UTF-8 become U+FFFD. Rejects with {@link BodyTooLarge} if the body
 * is longer than `limit` or arrives in too many pieces, and with another Error if the client disconnects. A body that
 * is too long, up to 64 MiB, is read completely before the rejection, since many clients read the response only after
 * they have sent the body.
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
      // Most bodies arrive in one piece and are not counted.
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
    // A client disconnected: "end" never comes. Every request closes, so the error, which is costly, is created only if
    // needed.
    incoming.on("close", () => {
      held.release(socket);
      if (!incoming.readableEnded) reject(new Error("the client went away before the body was complete"));
    });
    incoming.on("error", reject);
  });
}
