import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorReply, sendReply } from "./reply.ts";

/** An error of Node's HTTP parser, with the packet in which it occurred. */
type ParserError = Error & Readonly<{ code?: string; rawPacket?: Buffer; bytesParsed?: number }>;

/** Ends a connection on which something came that is no request. `replying`: a reply to an earlier request is on its way. */
export type Refuse = (socket: Socket, error: ParserError, state: Readonly<{ replying: boolean }>) => void;

const verb = "LIST ";
/** A verb that the parser knows and that has as many letters. Real ones reach the engine as they are. */
const disguise = "LINK";
/** What would make another verb of it: the parser knows UNLINK, and stumbles over UNLIST in the same letter. */
const otherBeginning = "UN";

/** What is known of a connection. */
type Reading = {
  /** To the latest request. */
  reply: ServerResponse | undefined;
  /** How many bytes the requests up to now were long. */
  end: number;
  /** What has come in that the old parser cannot read, from its verb on. */
  held: Buffer | undefined;
  /** Whether the next request is a LIST that is spelt LINK. */
  isDisguised: boolean;
};

/**
 * Has `server` understand LIST, which Node's parser does not know; what else it does not know goes to `refuse`.
 * Where the parser stumbles, the connection is given to a new one, with LIST spelt LINK; the request gets its own verb back
 * before the parser sees it. Replies keep the order of the requests. A LIST whose first two letters came in a packet of their own
 * is refused: what the parser has consumed cannot be seen. So is one at the beginning of a packet when the requests before it do not end
 * exactly there. To be called before any listener for "request" is added.
 */
export function acceptListVerb(server: Server, refuse: Refuse): void {
  const readings = new WeakMap<Socket, Reading>();

  server.on("request", note);
  // Node would answer an expectation that it does not know by itself, and "request" would not be told.
  server.on("checkExpectation", (request, response) => {
    note(request, response);
    sendReply(response, errorReply(417, []));
  });
  server.on("clientError", (error: ParserError, stream) => {
    const socket = stream as Socket;
    if (!takeOn(error, socket)) refuse(socket, error, { replying: isReplying(readings.get(socket)?.reply) });
  });

  function readingOf(socket: Socket): Reading {
    const known = readings.get(socket);
    if (known) return known;
    const reading: Reading = { reply: undefined, end: 0, held: undefined, isDisguised: false };
    readings.set(socket, reading);
    return reading;
  }

  function note(request: IncomingMessage, response: ServerResponse): void {
    const reading = readingOf(request.socket);
    reading.reply = response;
    reading.end += lengthOf(request);
    if (reading.isDisguised) request.method = verb.trim();
    reading.isDisguised = false;
    // It is unknown where it ends, and so where the next one begins.
    if (request.headers["transfer-encoding"] !== undefined) response.shouldKeepAlive = false;
  }

  function takeOn(error: ParserError, socket: Socket): boolean {
    const reading = readingOf(socket);
    const before = reading.held;
    // After an error the old parser fails on all later bytes. What it shows then must not get lost.
    const bytes = before
      ? Buffer.concat([before, error.rawPacket ?? Buffer.alloc(0)])
      : stumbledOver(error, { packetStart: bytesGiven(socket) - (error.rawPacket?.length ?? 0), end: reading.end });
    if (!bytes || !verb.startsWith(bytes.toString("latin1", 0, verb.length))) return false;
    const whole = bytes.length >= verb.length;
    // The client has ended or takes too long, and what is there is too little to go on with.
    if (!whole && !error.rawPacket) return false;
    reading.held = bytes;
    if (!whole || (before && before.length >= verb.length)) return true;
    socket.pause();
    const { reply } = reading;
    // Never at once: the old parser is still on the stack.
    if (reply?.closed === false) reply.once("close", () => setImmediate(startAgain, socket));
    else setImmediate(startAgain, socket);
    return true;
  }

  function startAgain(socket: Socket): void {
    const reading = readingOf(socket);
    const bytes = reading.held;
    reading.held = undefined;
    if (!bytes || !socket.writable || socket.readableEnded) {
      socket.destroy();
      return;
    }
    bytes.write(disguise, "latin1");
    socket.setTimeout(0);
    // The old parser is told that its connection has ended, so that it is freed; all that listened belonged to it.
    for (const ended of socket.listeners("close")) ended.call(socket, false);
    socket.removeAllListeners();
    reading.end = bytesGiven(socket) - bytes.length;
    reading.isDisguised = true;
    socket.unshift(bytes);
    server.emit("connection", socket);
    socket.resume();
  }
}

/** How many of the bytes that came in a parser was given. */
function bytesGiven(socket: Socket): number {
  return socket.bytesRead - socket.readableLength;
}

const besideMethodAndUrl = "  HTTP/1.1\r\n\r\n".length;

/** How many bytes a request is long when its headers are spelt as all clients do: `name: value`. */
function lengthOf({ method = "", url = "", headers, rawHeaders }: IncomingMessage): number {
  let length = method.length + url.length + besideMethodAndUrl + Number(headers["content-length"] ?? 0);
  // Behind a name stand a colon and a blank, behind a value a line break.
  for (const text of rawHeaders) length += text.length + 2;
  return length;
}

/** Whether a reply is owed to a request that came whole, or is on its way already, be it to an earlier request. */
function isReplying(reply: ServerResponse | undefined): boolean {
  return reply?.closed === false && (reply.req.complete || reply.headersSent || reply.socket === null);
}

/**
 * The refused packet from its verb on, if a request begins there that may be LIST: up to LI it might have become LINK. `packetStart` says at
 * which byte of the connection the packet starts, `end` at which the requests before it end.
 */
function stumbledOver(
  { code, rawPacket, bytesParsed = 0 }: ParserError,
  { packetStart, end }: Readonly<{ packetStart: number; end: number }>,
): Buffer | undefined {
  const start = bytesParsed - "LI".length;
  if (code !== "HPE_INVALID_METHOD" || !rawPacket || start < 0) return undefined;
  const before = rawPacket.toString("latin1", Math.max(0, start - otherBeginning.length), start);
  if (start === 0 ? packetStart !== end : otherBeginning.endsWith(before)) return undefined;
  return Buffer.from(rawPacket.subarray(start));
}
