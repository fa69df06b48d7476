import { createServer, type Server } from "node:http";
import { type Limits, limitsWith } from "../limits.ts";
import { authority, type ListenAddress, listen } from "../listen.ts";
import { application, type Handle, type TakesLongBody } from "./application.ts";
import { servedHosts } from "./host.ts";
import { acceptListVerb } from "./list-verb.ts";
import { oneAfterAnother } from "./pipelining.ts";
import { refuse } from "./refusal.ts";
import type { RequestLog } from "./request-log.ts";

const timeoutCheckMilliseconds = 5_000;
const sweepMilliseconds = 20;

/** HTTP server of a cluster's API. Disposing waits for requests in progress, up to the limit `stopSeconds`. */
export interface HttpFront extends AsyncDisposable {
  readonly address: string;
  /** Destroys all connections. Resolves when the port is free. */
  kill(): Promise<void>;
}

export type HttpOptions = ListenAddress &
  Readonly<{
    handle: Handle;
    /** Default: any request may have a long body. */
    takesLongBody?: TakesLongBody | undefined;
    /** Names that are accepted in the Host header in addition to the default ones, see `servedHosts`. */
    allowedHosts?: readonly string[] | undefined;
    limits?: Partial<Limits> | undefined;
    log?: RequestLog | undefined;
  }>;

/** Starts an HTTP/1.1 server for `handle`. Rejects with `CannotListen` or `UnusableLimits`. */
export async function serveHttp({
  handle,
  takesLongBody = async () => true,
  allowedHosts = [],
  limits: set,
  log,
  ...place
}: HttpOptions): Promise<HttpFront> {
  const limits = limitsWith(set);
  const shortestTimeout = Math.min(limits.headersSeconds, limits.requestSeconds) * 1000;
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headersSeconds * 1000,
    requestTimeout: limits.requestSeconds * 1000,
    keepAliveTimeout: limits.keepAliveSeconds * 1000,
    connectionsCheckingInterval: Math.min(timeoutCheckMilliseconds, shortestTimeout / 10),
  });
  // Node would silently drop headers beyond its limit. Ours refuses the request.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  acceptListVerb(server, (socket, error, state) => {
    const status = refuse(socket, error, state);
    if (status !== undefined) log?.({ ...unreadableRequest, status, remoteAddress: socket.remoteAddress ?? "" });
  });
  const closing = new AbortController();
  const isServed = servedHosts({ bound: place.host, allowed: allowedHosts });
  const listener = application({ handle, takesLongBody, isServed, limits, log, closing: closing.signal });
  const { connected, requested } = oneAfterAnother({ listener, limits, closing: closing.signal });
  server.on("connection", connected);
  server.on("request", requested);
  const listening = await listen(server, place);
  return {
    address: `http://${authority(listening)}`,
    kill: () => close(server, 0),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await close(server, limits.stopSeconds * 1000);
    },
  };
}

const unreadableRequest = { method: undefined, target: "", namespace: "", milliseconds: 0, requestId: undefined };

/** Requests that are still in progress after `maxMilliseconds` are destroyed. May be called twice. */
function close(server: Server, maxMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds);
    const end = setTimeout(() => server.closeAllConnections(), maxMilliseconds);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(end);
      resolve();
    });
    if (maxMilliseconds === 0) server.closeAllConnections();
  });
}
