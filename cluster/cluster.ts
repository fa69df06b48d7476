import type { Reply } from "#engine/api/request.ts";
import { createEngine, type Engine, type EngineOptions } from "#engine/engine.ts";
import type { CloudSurroundings } from "#engine/ports/cloud.ts";
import type { Databases } from "#engine/ports/databases.ts";
import type { Ports } from "#engine/ports/ports.ts";
import type { Store } from "#engine/ports/store.ts";
import { auditSinks } from "./audit/audit-sinks.ts";
import { nodeCertificates } from "./certificates.ts";
import { type LiveClock, liveClock } from "./clock.ts";
import { httpCloud } from "./clouds/http.ts";
import { crashableClock, crashableLog, crashableStore } from "./crashable.ts";
import { nodeCryptography } from "./cryptography.ts";
import { realDatabases } from "./databases/real-databases.ts";
import { systemEntropy } from "./entropy.ts";
import type { Handle } from "./http/application.ts";
import { errorReply } from "./http/reply.ts";
import { requestLog } from "./http/request-log.ts";
import { serveHttp } from "./http/serve-http.ts";
import type { Accept, Instrument } from "./instrument.ts";
import { type Limits, limitsWith } from "./limits.ts";
import { openLink } from "./link/open-link.ts";
import { jsonLog, type LogDestination, type LogLevel } from "./log.ts";
import { inMemory } from "./stores/in-memory.ts";
import { observedStore } from "./stores/observed-store.ts";

export type ClusterOptions = Readonly<{
  name: string;
  /** Token with all rights. Not used if `sealed` is true. */
  rootToken: string;
  /** Unseal key, 32 bytes. Default: random bytes. Not used if `sealed` is true. */
  unsealKey?: Uint8Array;
  /** If true, the cluster does not initialise or unseal itself. Default: false. */
  sealed?: boolean;
  /** Address to listen on. Default: `127.0.0.1`. */
  host?: string;
  /** Names and addresses that are accepted in the Host header in addition to the default ones, see `servedHosts`. */
  allowedHosts?: readonly string[];
  /** Port of the API. Default: 0, which selects a free port. */
  apiPort?: number;
  /** Port for the connections of other clusters. Default: 0, which selects a free port. */
  linkPort?: number;
  /** Local address of connections to other clusters. Default: the system's choice. */
  outgoingAddress?: string;
  /** Store with the cluster's data. Default: a new store in memory. */
  store?: Store;
  /** Storage type that `sys/seal-status` reports. Default: `inmem`. */
  storageType?: string;
  /** The caller must stop this clock. Default: the cluster creates its own clock. */
  clock?: LiveClock;
  /**
   * Folders below which audit devices may write files. A relative `file_path` is resolved against the first folder.
   * Default: a temporary folder, which is removed when the cluster stops.
   */
  auditFolders?: readonly string[];
  /** Wraps the handlers of requests and of link connections, and the ports. Default: nothing is wrapped. */
  instrument?: Instrument;
  /**
   * Called with the name of a failpoint that an operation reaches. The operation waits for the returned promise.
   * Default: does nothing.
   */
  failpoint?: (name: string) => void | Promise<void>;
  logLevel?: LogLevel;
  /** True if API requests are logged. Default: true at log level `info`. */
  logsRequests?: boolean;
  /** Default: standard output. */
  logDestination?: LogDestination;
  /** Databases to which addresses of kind "simulated" connect. Default: none. */
  inProcess?: Databases | undefined;
  /** Maximum milliseconds of a database transaction, or on MySQL of each statement. Default: 30,000. */
  databaseStatementMilliseconds?: number;
  limits?: Partial<Limits>;
  /** If aborted during the start, the start rejects with the signal's reason. Has no effect after the start. */
  killed?: AbortSignal;
  surroundings?: CloudSurroundings;
  /** Release of the imitated service, such as `1.6`. Default: the current release. */
  release?: string;
  /** Default: `enterprise`. */
  edition?: EngineOptions["edition"];
}>;

/** A running cluster. Disposing waits up to `stopSeconds` for requests in progress. */
export interface Cluster extends AsyncDisposable {
  readonly name: string;
  readonly api: string;
  readonly link: string;
  readonly clock: LiveClock;
  /** Stops the cluster like a crash: requests in progress are not finished. Resolves when the ports are free. */
  kill(): Promise<void>;
}

/**
 * Starts a cluster. Rejects with `CannotListen` if it cannot listen on a port, and with `UnusableLimits` if a limit is
 * invalid.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { unsealKey = systemEntropy().bytes(32) } = options;
  const { name, rootToken, host = "127.0.0.1", apiPort = 0, linkPort = 0 } = options;
  const limits = limitsWith(options.limits);
  const { logLevel = "silent", logsRequests = logLevel === "info", logDestination, instrument = {} } = options;
  const death = new AbortController();
  const log = crashableLog(
    jsonLog({ cluster: name, level: logLevel, ...(logDestination ? { destination: logDestination } : {}) }),
    death.signal,
  );
  let engine: Engine | undefined;

  // Disposed in reverse order.
  await using parts = new AsyncDisposableStack();
  const clock = options.clock ?? parts.use(liveClock());
  parts.defer(() => death.abort());
  const cloud = parts.use(httpCloud(options.surroundings));
  const databases = parts.use(
    realDatabases({ statementMilliseconds: options.databaseStatementMilliseconds, inProcess: options.inProcess }),
  );
  const audit = parts.use(auditSinks(options.auditFolders ? { folders: options.auditFolders } : {}));
  // The API listens before the engine exists, since the link needs its address.
  const handle: Handle = (request) => engine?.handle(request) ?? notStarted;
  const accept: Accept = (wire) => (engine ?? refusingEngine).accept(wire);
  const front = await serveHttp({
    handle: instrument.handle?.(handle) ?? handle,
    takesLongBody: async (head) => (await engine?.longBodyOf(head)) !== undefined,
    host,
    port: apiPort,
    allowedHosts: options.allowedHosts,
    limits,
    log: logsRequests ? requestLog(log) : undefined,
  });
  parts.defer(() => front.kill());
  const link = await openLink({
    apiAddress: front.address,
    accept: instrument.accept?.(accept) ?? accept,
    localAddress: options.outgoingAddress,
    host,
    port: linkPort,
  });
  parts.use(link);
  const store = observedStore(options.store ?? inMemory(), ({ message }) => {
    log.error("sealed: the store is lost and has to be reopened", { reason: message });
    void engine?.stop().catch(() => {});
  });
  const ports: Ports = {
    clock: crashableClock(clock, death.signal),
    entropy: systemEntropy(),
    store: crashableStore(store, death.signal),
    cryptography: nodeCryptography,
    certificates: nodeCertificates(),
    cloud,
    databases,
    link,
    audit,
    log,
    failpoint: options.failpoint ?? (() => {}),
  };
  const starting = createEngine(instrument.ports?.(ports) ?? ports, {
    clusterName: name,
    ...(options.sealed ? {} : { development: { rootToken, unsealKey } }),
    ...(options.storageType ? { storageType: options.storageType } : {}),
    ...(options.release ? { release: options.release } : {}),
    ...(options.edition ? { edition: options.edition } : {}),
    limits,
  });
  const started = await unlessKilled(starting, options.killed, death);
  engine = started;
  parts.defer(() => started.stop());
  // Disposed first: requests in progress finish.
  parts.use(front);
  const running = parts.move();
  let killed: Promise<unknown> | undefined;

  return {
    name,
    api: front.address,
    link: link.clusterAddress,
    clock,
    async kill() {
      death.abort();
      cloud[Symbol.dispose]();
      if (!options.clock) clock.stop();
      // A process that dies has its files closed.
      killed ??= Promise.all([front.kill(), link.kill(), databases.kill(), audit[Symbol.asyncDispose]()]);
      await killed;
    },
    async [Symbol.asyncDispose]() {
      await (killed ?? running.disposeAsync());
    },
  };
}

async function unlessKilled<T>(
  starting: Promise<T>,
  killed: AbortSignal | undefined,
  death: AbortController,
): Promise<T> {
  if (!killed) return starting;
  const { promise, reject } = Promise.withResolvers<never>();
  const die = () => {
    death.abort();
    reject(killed.reason);
  };
  killed.addEventListener("abort", die);
  if (killed.aborted) die();
  try {
    return await Promise.race([starting, promise]);
  } finally {
    killed.removeEventListener("abort", die);
  }
}

const notStarted: Promise<Reply> = Promise.resolve(errorReply(503, ["the cluster is starting"]));

const refusingEngine: Pick<Engine, "accept"> = {
  accept(wire) {
    wire.close();
    return { opened() {}, received() {}, closed() {} };
  },
};
