import type { Reply } from "#engine/api/request.ts";
import { createEngine, type Engine } from "#engine/engine.ts";
import type { Cloud } from "#engine/ports/cloud.ts";
import { memoryStore } from "#engine/ports/memory-store.ts";
import type { Store } from "#engine/ports/store.ts";
import { type LiveClock, liveClock } from "./clock.ts";
import { httpCloud } from "./clouds/http.ts";
import { nodeCryptography } from "./cryptography.ts";
import { postgresqlDatabases } from "./databases/postgresql.ts";
import { systemEntropy } from "./entropy.ts";
import { errorReply } from "./http/reply.ts";
import { serveHttp } from "./http/serve-http.ts";
import type { LinkGate } from "./link/link-gate.ts";
import { openLink } from "./link/open-link.ts";
import { jsonLog, type LogLevel } from "./log.ts";
import { mortalClock, mortalStore } from "./mortal.ts";

/** How a cluster is set up. */
export type ClusterOptions = Readonly<{
  name: string;
  /** The token that may do everything. */
  rootToken: string;
  /** Address to listen at. Default: `127.0.0.1`. */
  host?: string;
  /** Port of the API; 0, the default, is any free one. */
  apiPort?: number;
  /** Port that other clusters dial; 0, the default, is any free one. */
  linkPort?: number;
  /** Where its state is. Default: in memory. A cluster started over a store goes on where the last one was. */
  store?: Store;
  /** The time it goes by; the giver stops it. Default: a clock of its own. */
  clock?: LiveClock;
  /** Stands between it and other clusters. Default: nothing. */
  gate?: LinkGate;
  /** Default: `silent`. */
  logLevel?: LogLevel;
  /** How long a request's body may be, in bytes. Default: 32 MiB. */
  bodyLimit?: number;
}>;

/** A running cluster. Disposing it finishes the requests that run, stops the engine and leaves nothing behind but its store. */
export interface Cluster extends AsyncDisposable {
  readonly name: string;
  /** Address of the API, such as `http://127.0.0.1:8200`. */
  readonly api: string;
  /** Address that other clusters dial, such as `ws://127.0.0.1:8201`. */
  readonly link: string;
  readonly clock: LiveClock;
  /** Drops everything as if the process had died. Resolves when the ports are free for another over the same store. */
  kill(): Promise<void>;
}

/** Starts a cluster. Rejects with a `CannotListen`, such as when a port is in use. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { name, rootToken, host = "127.0.0.1", apiPort = 0, linkPort = 0, gate, bodyLimit } = options;
  const death = new AbortController();
  let engine: Engine | undefined;
  // What is done last stands first: requests end, then the engine, then what it works with.
  await using parts = new AsyncDisposableStack();
  const clock = options.clock ?? parts.use(liveClock());
  parts.defer(() => death.abort());
  const cloud = parts.use(httpCloud());
  const databases = parts.use(postgresqlDatabases());
  // The API listens first, since its address is the link's business; until the engine is there it says so.
  const handle = async (...[request]: Parameters<Engine["handle"]>) => engine?.handle(request) ?? starting;
  const front = await serveHttp({ handle, host, port: apiPort, ...(bodyLimit === undefined ? {} : { bodyLimit }) });
  parts.defer(() => front.kill());
  const link = parts.use(
    await openLink({
      host,
      port: linkPort,
      apiAddress: front.address,
      accept: (wire) => {
        if (engine) return engine.accept(wire);
        wire.close();
        return { opened() {}, received() {}, closed() {} };
      },
      ...(gate ? { gate } : {}),
    }),
  );
}

const starting: Reply = errorReply(503, ["the cluster is starting"]);
