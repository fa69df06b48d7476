import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limits } from "../limits.ts";
import { processMemory } from "./held-bytes.ts";
import { readInSlices } from "./read-in-slices.ts";
import { turns } from "./turns.ts";

/** What Node and we keep of a request beside its head: 3.5 KB, measured with 400,000 of them. */
const bytesOfRequest = 4_096;

/** Requests that wait on a connection while more are read from it; what is behind them waits in the operating system, and then at the client. */
const waitingAtOnce = 8;

export type PipeliningOptions = Readonly<{
  listener: RequestListener;
  limits: Pick<Limits, "waitingRequestBytes">;
  /** Aborted when no further request of a connection shall be carried out. */
  closing: AbortSignal;
}>;

/** Listeners of an HTTP server's events "connection" and "request". */
type Pipelining = Readonly<{ connected: (socket: Socket) => void; requested: RequestListener }>;

/** What is known of a connection: its latest response, the requests that wait for their turn, and whether it is read. */
type Pipeline = { last: ServerResponse; requests: number; isPaused: boolean };

/**
 * Wraps `listener` so that the requests of one connection are carried out one after another: the next one begins when the reply to the
 * one before it was handed to the operating system. A client that sends many requests and reads no reply makes the server hold one
 * reply and no more, and little is read of what it sends. Destroys the connections that have waited longest when too much waits on all connections of
 * the process.
 */
export function oneAfterAnother({ listener, limits, closing }: PipeliningOptions): Pipelining {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const waiting = processMemory.waitingRequests.upTo(limits.waitingRequestBytes);

  return {
    connected: (socket) => {
      turns.accepted();
      readInSlices(socket, () => pipelines.get(socket)?.isPaused ?? false);
    },
    requested,
  };

  function requested(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const known = pipelines.get(socket);
    if (!known || known.last.closed) {
      if (known) known.last = response;
      else pipelines.set(socket, { last: response, requests: 0, isPaused: false });
      turns.first(listener.bind(undefined, request, response));
      return;
    }
    wait(known, request, response);
  }

  function wait(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const before = pipeline.last;
    const bytes = bytesOfRequest + headLength(request);
    pipeline.last = response;
    pipeline.requests += 1;
    // Responses whose turn never comes are not closed.
    socket.off("close", forget).once("close", forget);
    waiting.hold(socket, bytes);
    if (pipeline.requests > waitingAtOnce) {
      pipeline.isPaused = true;
      socket.pause();
    }
    before.once("close", () => {
      pipeline.requests -= 1;
      waiting.release(socket, bytes);
      // After a reply that says "Connection: close", nothing more is carried out.
      if (!socket.writable) return;
      if (closing.aborted) {
        socket.destroySoon();
        return;
      }
      if (pipeline.isPaused && pipeline.requests <= waitingAtOnce) {
        pipeline.isPaused = false;
        socket.resume();
      }
      turns.further(() => {
        if (socket.destroyed) return;
        if (closing.aborted) socket.destroySoon();
        else listener(request, response);
      });
    });
  }

  function forget(this: Socket): void {
    waiting.release(this);
  }
}

/** Characters of a request's target and headers, which Node keeps until the request is answered. */
function headLength({ url = "", rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}
