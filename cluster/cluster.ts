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

/** How a cluster is set up. */
export type ClusterOptions = Readonly<{
  name: string;
  /** The token that may do everything, on a cluster that initialises and unseals itself. */
  rootToken: string;
  /** Its one unseal key: 32 bytes. Default: a random one, which is not told and which no other start over the same store has. */
  unsealKey?: Uint8Array;
  /** Whether it starts uninitialised, or sealed, for an operator to initialise and unseal. */
  sealed?: boolean;
  /** Address to listen at. Default: `127.0.0.1`. */
  host?: string;
  /** Names and addresses that requests may have as their Host, besides localhost and `host`. Default: none. */
  allowedHosts?: readonly string[];
  /** Port of the API; 0, the default, is any free one. */
  apiPort?: number;
  /** Port that other clusters dial; 0, the default, is any free one. */
  linkPort?: number;
  /** Where its state is. Default: in memory. A cluster started over a store goes on where the last one was. */
  store?: Store;
  /** What `sys/seal-status` calls that. Default: `inmem`. */
  storageType?: string;
  /** The time it goes by; the giver stops it. Default: a clock of its own. */
  clock?: LiveClock;
  /**
   * Folders below which audit devices may write to files; a relative `file_path` is in the first, which is created when it is not there.
   * Default: a temporary folder of its own, which is gone with the cluster.
   */
  auditFolders?: readonly string[];
  /** Stands between it and all that it deals with. Default: nothing. */
  instrument?: Instrument;
  /** Is told of the named places that its engine comes to, and may never return from one. Default: all of them are passed. */
  failpoint?: (name: string) => void | Promise<void>;
  /** Default: `silent`. */
  logLevel?: LogLevel;
  /** Whether each request is logged. Default: at `info` it is. */
  logsRequests?: boolean;
  /** Where lines of the log go. Default: standard output. */
  logDestination?: LogDestination;
  /** Databases that live in the process that starts the cluster, for connections of the simulated plugin. Default: none. */
  inProcess?: Databases | undefined;
  /** How long one statement at a database may take, in milliseconds. Default: 30 seconds; a test that lets them hang has less patience. */
  databaseStatementMilliseconds?: number;
  /** Bounds on what clients may do, where they shall not be as usual (docs/limits.md). */
  limits?: Partial<Limits>;
  /** Kills the cluster while it starts: the start rejects with the reason of the signal. Afterwards the signal has no effect. */
  killed?: AbortSignal;
  /** What it knows of the cloud provider unasked. Default: an empty environment, and no certificates. */
  surroundings?: CloudSurroundings;
  /** The release of the service that it behaves as, such as `1.6`. Default: the current one. */
  release?: string;
  /** The edition of the service that it is. Default: `enterprise`. */
  edition?: EngineOptions["edition"];
}>;

/** A running cluster. Disposing it finishes the requests that run, stops the engine and leaves nothing behind but its store. */
export interface Cluster extends AsyncDisposable {
  readonly name: string;
  /** Address of the API, such as `http://127.0.0.1:8200`. */
  readonly api: string;
  /** Address that other clusters dial, such as `wss://127.0.0.1:8201`. */
  readonly link: string;
  readonly clock: LiveClock;
  /** Drops everything as if the process had died. Resolves when the ports are free for another over the same store. */
  kill(): Promise<void>;
}

/** Starts a cluster. Rejects with a `CannotListen`, such as when a port is in use, or `UnusableLimits`; then nothing of it is left. */
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

  // What is put here last ends first.
  await using parts = new AsyncDisposableStack();
  const clock = options.clock ?? parts.use(liveClock());
  parts.defer(() => death.abort());
  const cloud = parts.use(httpCloud(options.surroundings));
  const databases = parts.use(
    realDatabases({ statementMilliseconds: options.databaseStatementMilliseconds, inProcess: options.inProcess }),
  );
  const audit = parts.use(auditSinks(options.auditFolders ? { folders: options.auditFolders } : {}));
  // The API listens before there is an engine behind it, since the link has to know its address.
  const handle: Handle = (request) => engine?.handle(request) ?? notStarted;
  const accept: Accept = (wire) => (engine ?? closedDoor).accept(wire);
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
    host,
    port: linkPort,
  });
  parts.use(link);
  const store = observedStore(options.store ?? inMemory(), ({ message }) => {
    log.error("sealed: the store is lost, and has to be opened anew", { reason: message });
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
  // Before all else: running requests finish.
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
      // The files of a process that dies are closed for it.
      killed ??= Promise.all([front.kill(), link.kill(), databases.kill(), audit[Symbol.asyncDispose]()]);
      await killed;
    },
    async [Symbol.asyncDispose]() {
      await (killed ?? running.disposeAsync());
    },
  };
}

/** What `starting` resolves to. When `killed` is aborted before, the rest of the process dies, and its reason is thrown. */
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

const closedDoor: Pick<Engine, "accept"> = {
  accept(wire) {
    wire.close();
    return { opened() {}, received() {}, closed() {} };
  },
};
