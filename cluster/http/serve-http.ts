import { createServer, type Server } from "node:http";
import { type Limits, limitsWith } from "../limits.ts";
import { authority, type ListenAddress, listen } from "../listen.ts";
import { application, type Handle, type TakesLongBody } from "./application.ts";
import { servedHosts } from "./host.ts";
import { acceptListVerb } from "./list-verb.ts";
import { oneAfterAnother } from "./pipelining.ts";
import { refuse } from "./refusal.ts";
import type { RequestLog } from "./request-log.ts";

/** How often Node looks for requests that took too long: at least so often, and ten times in the shortest patience. */
const timeoutCheckMilliseconds = 5_000;
/** How often connections that fell idle meanwhile are closed. */
const sweepMilliseconds = 20;

/** A cluster's API on the network. Disposing it lets running requests finish, within reason, and accepts no new connection. */
export interface HttpFront extends AsyncDisposable {
  /** Such as `http://127.0.0.1:8200`. */
  readonly address: string;
  /** Drops all connections. Resolves when the port is free. */
  kill(): Promise<void>;
}

export type HttpOptions = ListenAddress &
  Readonly<{
    handle: Handle;
    /** Default: any may be long. */
    takesLongBody?: TakesLongBody | undefined;
    /** Names and addresses that requests may have as their Host besides localhost and the address that is listened at. */
    allowedHosts?: readonly string[] | undefined;
    /** Those that shall not be as usual. */
    limits?: Partial<Limits> | undefined;
    /** Called with every exchange. */
    log?: RequestLog | undefined;
  }>;

/** Offers `handle` by HTTP/1.1. Rejects with a `CannotListen`, such as when the port is in use, or with `UnusableLimits`. */
export async function serveHttp({
  handle,
  takesLongBody = async () => true,
  allowedHosts = [],
  limits: set,
  log,
  ...place
}: HttpOptions): Promise<HttpFront> {
  const limits = limitsWith(set);
  const patience = Math.min(limits.headersSeconds, limits.requestSeconds) * 1000;
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headersSeconds * 1000,
    requestTimeout: limits.requestSeconds * 1000,
    keepAliveTimeout: limits.keepAliveSeconds * 1000,
    connectionsCheckingInterval: Math.min(timeoutCheckMilliseconds, patience / 10),
  });
  // Node would drop what is beyond and go on; how many there may be is told to the client.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  acceptListVerb(server, (socket, error, state) => {
    const status = refuse(socket, error, state);
    if (status !== undefined) log?.({ ...unreadable, status, remoteAddress: socket.remoteAddress ?? "" });
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

/** What is known of what was no request. */
const unreadable = { method: undefined, target: "", namespace: "", milliseconds: 0, requestId: undefined };

/** Closes `server`; what still runs after `patienceMilliseconds` is cut off. Closing twice does nothing. */
function close(server: Server, patienceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds);
    const end = setTimeout(() => server.closeAllConnections(), patienceMilliseconds);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(end);
      resolve();
    });
    if (patienceMilliseconds === 0) server.closeAllConnections();
  });
}
