import { createServer, type Server } from "node:http";
import { authority, listen, type Place } from "../listen.ts";
import { application, type Handle } from "./application.ts";
import { acceptListVerb } from "./list-verb.ts";
import { refuse } from "./refusal.ts";

/** As large a body as the reference takes (reference-wire.md, section 2). */
const defaultBodyLimitBytes = 32 * 1024 * 1024;
/** Tokens and signed headers are long, but not this long. */
const headLimitBytes = 32 * 1024;
const headerCountLimit = 512;
/** Whoever takes longer than this for a few headers holds a connection for its own sake. */
const headersTimeoutMilliseconds = 20_000;
/** Enough for the largest body over a slow line. */
const requestTimeoutMilliseconds = 120_000;
/** Longer than the pauses of most clients, so that they seldom send into a connection that is being closed. */
const keepAliveTimeoutMilliseconds = 30_000;
/** How often Node looks for requests that took too long. */
const timeoutCheckMilliseconds = 5_000;
/** How long running requests may go on when the front closes. */
const closingMilliseconds = 5_000;
/** How often connections that fell idle meanwhile are closed. */
const sweepMilliseconds = 20;

/** A cluster's API on the network. Disposing it lets running requests finish, within reason, and accepts no new connection. */
export interface HttpFront extends AsyncDisposable {
  /** Such as `http://127.0.0.1:8200`. */
  readonly address: string;
  /** Drops all connections. Resolves when the port is free. */
  kill(): Promise<void>;
}

export type HttpOptions = Place &
  Readonly<{
    handle: Handle;
    /** How long a body may be, in bytes. Default: 32 MiB. */
    bodyLimit?: number;
  }>;

/** Offers `handle` by HTTP/1.1. Rejects with a `CannotListen`, such as when the port is in use. */
export async function serveHttp({
  handle,
  bodyLimit = defaultBodyLimitBytes,
  ...place
}: HttpOptions): Promise<HttpFront> {
  const server = createServer({
    maxHeaderSize: headLimitBytes,
    headersTimeout: headersTimeoutMilliseconds,
    requestTimeout: requestTimeoutMilliseconds,
    keepAliveTimeout: keepAliveTimeoutMilliseconds,
    connectionsCheckingInterval: timeoutCheckMilliseconds,
  });
  server.maxHeadersCount = headerCountLimit;
  acceptListVerb(server, refuse);
  const closing = new AbortController();
  server.on("request", application({ handle, bodyLimit, closing: closing.signal }).callback());
  const listening = await listen(server, place);
  return {
    address: `http://${authority(listening)}`,
    kill: () => close(server, 0),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await close(server, closingMilliseconds);
    },
  };
}

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
