import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** An error of Node's HTTP parser, with the packet in which it occurred. */
type ParserError = Error & Readonly<{ code?: string; rawPacket?: Buffer; bytesParsed?: number }>;

/** Ends a connection on which something came that is no request. `replying`: a reply to an earlier request is on its way. */
export type Refuse = (socket: Socket, error: ParserError, state: Readonly<{ replying: boolean }>) => void;

const verb = "LIST ";
/** A verb that the parser knows and that has as many letters. Real ones reach the engine as they are. */
const disguise = "LINK";

/**
 * Has `server` understand LIST, which Node's parser does not know; what else it does not know goes to `refuse`.
 * Where the parser stumbles, the connection is given to a new one, with LIST spelt LINK; the request gets its own verb back
 * before anybody sees it. Replies keep the order of the requests. A LIST whose first two letters came in a packet of their own
 * is refused: what the parser has swallowed cannot be seen. To be called before any listener for "request" is added.
 */
export function acceptListVerb(server: Server, refuse: Refuse): void {
  const lastReply = new WeakMap<Socket, ServerResponse>();
  const disguised = new WeakSet<Socket>();
  /** What has come in that the old parser cannot read, from its verb on. */
  const held = new WeakMap<Socket, Buffer>();

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    lastReply.set(request.socket, response);
    if (request.method === disguise && disguised.delete(request.socket)) request.method = verb.trim();
  });
  server.on("clientError", (error: ParserError, stream) => {
    const socket = stream as Socket;
    if (!takeOn(error, socket)) refuse(socket, error, { replying: isReplying(lastReply.get(socket)) });
  });

  function takeOn(error: ParserError, socket: Socket): boolean {
    const before = held.get(socket);
    // Once it has stumbled, the old parser complains about all that follows. What it shows then must not get lost.
    const bytes = before ? Buffer.concat([before, error.rawPacket ?? Buffer.alloc(0)]) : stumbledOver(error);
    if (!bytes || !verb.startsWith(bytes.toString("latin1", 0, verb.length))) return false;
    const whole = bytes.length >= verb.length;
    // The client has ended or takes too long, and what is there is too little to go on with.
    if (!whole && !error.rawPacket) return false;
    held.set(socket, bytes);
    if (!whole || (before && before.length >= verb.length)) return true;
    socket.pause();
    const reply = lastReply.get(socket);
    // Never at once: the old parser is still on the stack.
    if (reply?.closed === false) reply.once("close", () => setImmediate(startAgain, socket));
    else setImmediate(startAgain, socket);
    return true;
  }

  function startAgain(socket: Socket): void {
    const bytes = held.get(socket);
    held.delete(socket);
    if (!bytes || !socket.writable || socket.readableEnded) {
      socket.destroy();
      return;
    }
    bytes.write(disguise, "latin1");
    socket.setTimeout(0);
    // The old parser is told that its connection has ended, so that it is freed; all that listened belonged to it.
    for (const ended of socket.listeners("close")) ended.call(socket, false);
    socket.removeAllListeners();
    socket.unshift(bytes);
    disguised.add(socket);
    server.emit("connection", socket);
    socket.resume();
  }
}

/** Whether a reply is owed to a request that came whole, or is on its way already, be it to an earlier request. */
function isReplying(reply: ServerResponse | undefined): boolean {
  return reply?.closed === false && (reply.req.complete || reply.headersSent || reply.socket === null);
}

/** The refused packet from its verb on, if that may have been LIST: up to LI it might have become LINK. */
function stumbledOver({ code, rawPacket, bytesParsed = 0 }: ParserError): Buffer | undefined {
  const start = bytesParsed - "LI".length;
  if (code !== "HPE_INVALID_METHOD" || !rawPacket || start < 0) return undefined;
  return Buffer.from(rawPacket.subarray(start));
}
