import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limits } from "../limits.ts";

export type PipeliningOptions = Readonly<{
  listener: RequestListener;
  limits: Pick<Limits, "pipelinedRequests" | "pipelinedBytes">;
}>;

/** What is known of a connection: its latest response, and the requests that wait for their turn, with their heads' length. */
type Pipeline = { last: ServerResponse; requests: number; bytes: number };

/**
 * Wraps `listener` so that the requests of one connection are carried out one after another: the next one begins when the reply to the
 * one before it was handed to the operating system. A client that sends many requests and reads no reply makes the server hold one
 * reply and no more. Destroys connections on which too many requests, or too long ones, wait.
 */
export function oneAfterAnother({ listener, limits }: PipeliningOptions): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();

  return (request, response) => {
    const { socket } = request;
    const pipeline = pipelines.get(socket);
    if (!pipeline || pipeline.last.closed) {
      if (pipeline) pipeline.last = response;
      else pipelines.set(socket, { last: response, requests: 0, bytes: 0 });
      listener(request, response);
      return;
    }
    const before = pipeline.last;
    const bytes = headLength(request);
    pipeline.last = response;
    pipeline.requests += 1;
    pipeline.bytes += bytes;
    if (pipeline.requests > limits.pipelinedRequests || pipeline.bytes > limits.pipelinedBytes) {
      socket.destroy();
      return;
    }
    before.once("close", () => {
      pipeline.requests -= 1;
      pipeline.bytes -= bytes;
      // After a reply that says "Connection: close", nothing more is carried out.
      if (socket.writable) listener(request, response);
    });
  };
}

/** Characters of a request's target and headers, which Node keeps until the request is answered. */
function headLength({ url = "", rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}
