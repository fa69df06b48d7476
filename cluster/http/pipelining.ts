import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limits } from "../limits.ts";
import { processMemory } from "./held-bytes.ts";
import { readInSlices } from "./read-in-slices.ts";
import { turns } from "./turns.ts";

/** Memory of a waiting request without its headers, in bytes. 3.5 KB were measured. */
const bytesOfRequest = 4_096;

/** Number of waiting requests of a connection above which no further data is read from it. */
const waitingAtOnce = 8;

export type PipeliningOptions = Readonly<{
  listener: RequestListener;
  limits: Pick<Limits, "waitingRequestBytes">;
  /** Aborted when the server stops. Waiting requests are then not handled. */
  closing: AbortSignal;
}>;

type Pipelining = Readonly<{ connected: (socket: Socket) => void; requested: RequestListener }>;

type Pipeline = { last: ServerResponse; requests: number; isPaused: boolean };

/**
 * Wraps `listener` so that the requests of a connection are handled one after another: a request begins when the
 * previous response was passed to the operating system. A client that pipelines requests and does not read responses
 * thus occupies little memory. If the waiting requests of the process exceed the limit, the connections that have
 * waited longest are destroyed.
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
    // A response whose request is never handled does not close.
    socket.off("close", forget).once("close", forget);
    waiting.hold(socket, bytes);
    if (pipeline.requests > waitingAtOnce) {
      pipeline.isPaused = true;
      socket.pause();
    }
    before.once("close", () => {
      pipeline.requests -= 1;
      waiting.release(socket, bytes);
      // After a reply with "Connection: close" no further request is handled.
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

function headLength({ url = "", rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}
