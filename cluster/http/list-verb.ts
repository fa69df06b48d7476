import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorReply, sendReply } from "./reply.ts";

type ParserError = Error & Readonly<{ code?: string; rawPacket?: Buffer; bytesParsed?: number }>;

/**
 * Refuses an invalid request and closes the connection. `replying` is true if an earlier request on the connection
 * still needs its response, or a part of it.
 */
export type Refuse = (socket: Socket, error: ParserError, state: Readonly<{ replying: boolean }>) => void;

const verb = "LIST ";
/** Verb that replaces LIST for the parser. It has the same length. */
const disguise = "LINK";
/** The parser fails at `UNLIST` at the same letter as at `LIST`, since it knows `UNLINK`. */
const otherBeginning = "UN";

type ConnectionState = {
  reply: ServerResponse | undefined;
  /** Offset in the connection at which the latest request ends. */
  end: number;
  /** Bytes, beginning with the verb, that the failed parser could not read. */
  held: Buffer | undefined;
  /** True if the next request has the replaced verb of a LIST. */
  isDisguised: boolean;
};

/**
 * Makes `server` accept the verb LIST, which Node's HTTP parser does not know. When the parser fails at LIST, the verb
 * is replaced by LINK; it is restored before the request is handled. Other errors of the parser are passed to `refuse`,
 * and so is a LIST whose beginning is uncertain, for example because a packet ended after its first two letters. Must
 * be called before listeners for "request" are added.
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

function bytesGiven(socket: Socket): number {
  return socket.bytesRead - socket.readableLength;
}

const besideMethodAndUrl = "  HTTP/1.1\r\n\r\n".length;

function lengthOf({ method = "", url = "", headers, rawHeaders }: IncomingMessage): number {
  let length = method.length + url.length + besideMethodAndUrl + Number(headers["content-length"] ?? 0);
  // A colon and a blank follow each name, and a line break each value.
  for (const text of rawHeaders) length += text.length + 2;
  return length;
}

function isReplying(reply: ServerResponse | undefined): boolean {
  return reply?.closed === false && (reply.req.complete || reply.headersSent || reply.socket === null);
}

/**
 * Returns the packet at which the parser failed, from the verb on, or undefined if no LIST can begin there. The parser
 * fails at the `S`, because `LI` could begin LINK. `packetStart` and `end` are offsets in the connection: the start of
 * the packet, and the end of the preceding requests.
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
