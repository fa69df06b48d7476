import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorReply, sendReply } from "./reply.ts";

/** An error of Node's HTTP parser, with the packet in which it occurred. */
type ParserError = Error & Readonly<{ code?: string; rawPacket?: Buffer; bytesParsed?: number }>;

/** Ends a connection after an invalid request. `replying`: an earlier reply is in progress. */
export type Refuse = (socket: Socket, error: ParserError, state: Readonly<{ replying: boolean }>) => void;

const verb = "LIST ";
/**
 * A verb of the same length that the parser knows. Real LINK requests reach the engine unchanged.
 */
const disguise = "LINK";
/**
 * Prefix that forms another verb: the parser knows UNLINK and fails at the same letter of UNLIST.
 */
const otherBeginning = "UN";

/** State of a connection. */
type ConnectionState = {
  /** Reply to the latest request. */
  reply: ServerResponse | undefined;
  /** Number of bytes of all requests so far. */
  end: number;
  /** Received bytes that the old parser cannot read, from the verb on. */
  held: Buffer | undefined;
  /** True if the next request is a LIST that was rewritten as LINK. */
  isDisguised: boolean;
};

/**
 * Makes `server` accept LIST, which Node's parser does not know; other errors go to `refuse`. When
 * the parser fails, the connection is passed to a new parser with LIST rewritten as LINK, and the
 * request gets its verb back before it is handled. Replies keep the order of the requests. A LIST
 * is refused if its first two letters arrived in a packet of their own, since consumed bytes are
 * not visible, or if it starts a packet and the requests before it do not end exactly there. Call
 * this before adding listeners for "request".
 */
export function acceptListVerb(server: Server, refuse: Refuse): void {
  const states = new WeakMap<Socket, ConnectionState>();

  server.on("request", recordRequest);
  // Node would answer an unknown expectation itself, without an event "request".
  server.on("checkExpectation", (request, response) => {
    recordRequest(request, response);
    sendReply(response, errorReply(417, []));
  });
  server.on("clientError", (error: ParserError, stream) => {
    const socket = stream as Socket;
    if (!retryAsList(error, socket)) refuse(socket, error, { replying: isReplying(states.get(socket)?.reply) });
  });

  function stateOf(socket: Socket): ConnectionState {
    const known = states.get(socket);
    if (known) return known;
    const state: ConnectionState = { reply: undefined, end: 0, held: undefined, isDisguised: false };
    states.set(socket, state);
    return state;
  }

  function recordRequest(request: IncomingMessage, response: ServerResponse): void {
    const state = stateOf(request.socket);
    state.reply = response;
    state.end += lengthOf(request);
    if (state.isDisguised) request.method = verb.trim();
    state.isDisguised = false;
    // The end of this request is unknown, and so is the start of the next one.
    if (request.headers["transfer-encoding"] !== undefined) response.shouldKeepAlive = false;
  }

  function retryAsList(error: ParserError, socket: Socket): boolean {
    const state = stateOf(socket);
    const before = state.held;
    // After an error the old parser fails on all later bytes, which must be kept.
    const bytes = before
      ? Buffer.concat([before, error.rawPacket ?? Buffer.alloc(0)])
      : possibleList(error, { packetStart: bytesGiven(socket) - (error.rawPacket?.length ?? 0), end: state.end });
    if (!bytes || !verb.startsWith(bytes.toString("latin1", 0, verb.length))) return false;
    const whole = bytes.length >= verb.length;
    // The client has ended or timed out, and the bytes so far are ambiguous.
    if (!whole && !error.rawPacket) return false;
    state.held = bytes;
    if (!whole || (before && before.length >= verb.length)) return true;
    socket.pause();
    const { reply } = state;
    // Deferred, since the old parser is still on the stack.
    if (reply?.closed === false) reply.once("close", () => setImmediate(restartParser, socket));
    else setImmediate(restartParser, socket);
    return true;
  }

  function restartParser(socket: Socket): void {
    const state = stateOf(socket);
    const bytes = state.held;
    state.held = undefined;
    if (!bytes || !socket.writable || socket.readableEnded) {
      socket.destroy();
      return;
    }
    bytes.write(disguise, "latin1");
    socket.setTimeout(0);
    // Frees the old parser by its own close listener. All other listeners belonged to it, too.
    for (const ended of socket.listeners("close")) ended.call(socket, false);
    socket.removeAllListeners();
    state.end = bytesGiven(socket) - bytes.length;
    state.isDisguised = true;
    socket.unshift(bytes);
    server.emit("connection", socket);
    socket.resume();
  }
}

/** Returns the number of received bytes that were passed to a parser. */
function bytesGiven(socket: Socket): number {
  return socket.bytesRead - socket.readableLength;
}

const besideMethodAndUrl = "  HTTP/1.1\r\n\r\n".length;

/**
 * Returns the length of a request in bytes, if its headers are formatted as usual: `name: value`.
 */
function lengthOf({ method = "", url = "", headers, rawHeaders }: IncomingMessage): number {
  let length = method.length + url.length + besideMethodAndUrl + Number(headers["content-length"] ?? 0);
  // A colon and a blank follow each name, and a line break each value.
  for (const text of rawHeaders) length += text.length + 2;
  return length;
}

/** Returns true if a reply is in progress, or is due for a complete request. */
function isReplying(reply: ServerResponse | undefined): boolean {
  return reply?.closed === false && (reply.req.complete || reply.headersSent || reply.socket === null);
}

/**
 * Returns the refused packet from the verb on, or undefined if no LIST can begin there (up to LI it
 * could have become LINK). `packetStart` and `end` are offsets in the connection: of the packet,
 * and of the end of the requests before it.
 */
function possibleList(
  { code, rawPacket, bytesParsed = 0 }: ParserError,
  { packetStart, end }: Readonly<{ packetStart: number; end: number }>,
): Buffer | undefined {
  const start = bytesParsed - "LI".length;
  if (code !== "HPE_INVALID_METHOD" || !rawPacket || start < 0) return undefined;
  const before = rawPacket.toString("latin1", Math.max(0, start - otherBeginning.length), start);
  if (start === 0 ? packetStart !== end : otherBeginning.endsWith(before)) return undefined;
  return Buffer.from(rawPacket.subarray(start));
}
