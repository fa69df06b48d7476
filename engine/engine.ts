import { type Answer, envelope } from "./api/answer.ts";
import type { Endpoint, LongBody } from "./api/endpoint.ts";
import { internalError } from "./api/errors/internal-error.ts";
import { Problem } from "./api/problem.ts";
import { parseRequest, type Reply, type Request, type RequestHead } from "./api/request.ts";
import { type RequestLimits, shortBodyLimits } from "./api/requests/request-limits.ts";
import { decodeCall } from "./api/router.ts";
import { refusePages } from "./core/cors.ts";
import { operationEndpoints } from "./core/endpoints/operations.ts";
import { uuid } from "./core/naming/random-names.ts";
import { RequestContext } from "./core/pipeline/request-context.ts";
import { type Development, developmentMounts, unsealItself } from "./development.ts";
import { defaultEngineLimits, type EngineLimits } from "./engine-limits.ts";
import { type Flight, InFlight } from "./in-flight.ts";
import type { Wire, WireListener } from "./ports/link.ts";
import type { Ports } from "./ports/ports.ts";
import type { Edition } from "./replication/endpoints/community.ts";
import type { ClusterContext } from "./seal/endpoints/cluster-context.ts";
import { bareEndpoints, keyEndpoints } from "./seal/endpoints/endpoints.ts";
import { Rekeying } from "./seal/rekeying.ts";
import { RootGeneration } from "./seal/root-generation.ts";
import { Seal } from "./seal/seal.ts";
import { openUnsealed, type Unsealed } from "./unsealed.ts";

export type EngineOptions = Readonly<{
  clusterName: string;
  /**
   * If set, the engine behaves like a development server of the reference: it initializes an empty store with
   * `unsealKey`, and unseals an initialized one. Default: the engine starts uninitialized or sealed.
   */
  development?: Development;
  /** Storage type that endpoints such as `sys/seal-status` report. Default: `inmem`. */
  storageType?: string;
  limits?: EngineLimits;
  /**
   * Release of the imitated service, such as `1.6`, where its documents describe differences between releases. Default:
   * the current release.
   */
  release?: string;
  edition?: Edition;
}>;

/** The service of one cluster, without sockets. */
export interface Engine {
  /** Handles one HTTP API request. Errors become error responses. */
  handle(request: Request): Promise<Reply>;
  /** Returns the kind of long body that the operation accepts; undefined if the body must be short. */
  longBodyOf(head: RequestHead): Promise<LongBody | undefined>;
  /** Accepts an open connection from another cluster. The caller need not call `opened` of the returned listener. */
  accept(wire: Wire): WireListener;
  /** Stops the engine without revoking anything. A new engine can continue on the same store. */
  stop(): Promise<void>;
}

/**
 * Creates the engine over the store in `ports`. Rejects if the unseal key in `development` does not unseal the store.
 */
export async function createEngine(ports: Ports, options: EngineOptions): Promise<Engine> {
  const {
    clusterName,
    development,
    storageType = "inmem",
    limits = defaultEngineLimits,
    release,
    edition = "enterprise",
  } = options;
  const seal: Seal<Unsealed> = await Seal.open({
    ports,
    open: (store, { keys, rootToken = development?.rootToken }) => {
      const firstMounts = development ? developmentMounts : [];
      const given = rootToken === undefined ? {} : { rootToken, isDevelopment: development !== undefined };
      return openUnsealed({
        clusterName,
        ports: { ...ports, store },
        keys,
        systemEndpoints,
        firstMounts,
        limits,
        outOfSync,
        release,
        edition,
        ...given,
      });
    },
  });
  function outOfSync(): void {
    ports.log.error("the cluster seals itself: it cannot load replicated changes", {});
    void seal.seal();
  }
  const [rootGeneration, rekeying] = [new RootGeneration(seal, ports), new Rekeying(seal, ports)];
  const context: ClusterContext = { seal, rootGeneration, rekeying, ports, clusterName, storageType };
  const bare = bareEndpoints(context);
  const inFlight = new InFlight();
  const { clock } = ports;
  const systemEndpoints = [
    ...bare,
    ...keyEndpoints(context),
    inFlight.endpoint(),
    ...operationEndpoints({ clock, clusterName, storageType }),
  ];
  if (development) await unsealItself(seal, development);
  const front: Front = {
    ...{ seal, inFlight, ports, limits, shortLimits: shortBodyLimits(limits) },
    bare: new Map(bare.map((endpoint) => [endpoint.path, endpoint])),
  };
  return {
    handle: (request) => handle(request, front),
    longBodyOf: (head) => longBodyOf(head, front),
    accept: (wire) => seal.inside?.replication.accept(wire) ?? refuseWire(wire),
    stop: () => seal.seal(),
  };
}

type Front = Readonly<{
  seal: Seal<Unsealed>;
  bare: ReadonlyMap<string, Endpoint<unknown>>;
  inFlight: InFlight;
  ports: Ports;
  limits: RequestLimits;
  shortLimits: RequestLimits;
}>;

function refuseWire(wire: Wire): WireListener {
  wire.close();
  return { opened() {}, received() {}, closed() {} };
}

const headers = { "content-type": "application/json", "cache-control": "no-store" };

async function handle(request: Request, front: Front): Promise<Reply> {
  const { seal, inFlight, ports } = front;
  let context: RequestContext | undefined;
  let page: Readonly<Record<string, string>> | undefined;
  let flight: Flight | undefined;
  const id = uuid(ports.entropy);
  try {
    if (seal.inside) page = seal.inside.core.cors.headersFor(request);
    else refusePages(request);
    // A CORS preflight request of a browser.
    if (page && request.method === "OPTIONS") return replyOf({ bodiless: true, headers: page }, id);
    const limits = limitsFor(request, front);
    // Awaiting a value that is not a promise would be slower than most steps.
    const call = parseRequest(request, limits instanceof Promise ? await limits : limits);
    const at = ports.clock.now();
    flight = inFlight.begin({ id, request, since: at });
    context = new RequestContext({ id, call, headers: request.headers, at });
    return replyOf(await perform(context, front), id, page);
  } catch (error) {
    const problem =
      error instanceof Problem ? error : internalError(error, { requestId: id, target: request.target }, ports.log);
    const plain = context?.isPlain ?? true;
    return {
      status: problem.status,
      headers: { ...headers, ...page, ...problem.headers },
      body: JSON.stringify({ errors: problem.texts({ plain }) }),
      requestId: id,
    };
  } finally {
    if (flight) inFlight.end(flight);
  }
}

function limitsFor(request: Request, front: Front): RequestLimits | Promise<RequestLimits> {
  const { limits, shortLimits } = front;
  // Each value takes at least one character and a separator.
  if (request.body.length <= 2 * shortLimits.bodyValues) return shortLimits;
  return longBodyOf(request, front).then((kind) => (kind === "list" ? limits : shortLimits));
}

async function longBodyOf(head: RequestHead, { seal, limits }: Front): Promise<LongBody | undefined> {
  try {
    return await seal.inside?.core.pipeline.longBodyOf(parseRequest({ ...head, body: "" }, limits));
  } catch {
    // The error is reported when the request is performed.
    return undefined;
  }
}

/** Life-cycle operations that need no token, such as unseal, are served in every state (W2-12, W3.1-10). */
async function perform(context: RequestContext, { seal, bare }: Front): Promise<Answer | undefined> {
  const { call } = context;
  const endpoint = call.namespace === "" && !call.folder && !call.help ? bare.get(call.path) : undefined;
  if (endpoint) {
    const operation = endpoint.operations[call.verb];
    if (!operation) throw new Problem("unsupported operation", "");
    if (operation.unauthenticated) {
      return decodeCall({ operation, parameters: {} }, call, undefined).run();
    }
    if (operation.seals && seal.isSealed) return undefined;
  }
  try {
    return await seal.requireUnsealed().core.pipeline.perform(context);
  } finally {
    // Seals after the request has been performed: the store closes when the cluster is sealed.
    if (context.seals) await seal.sealIfRequested();
  }
}

function replyOf(answer: Answer | undefined, requestId: string, page?: Reply["headers"]): Reply {
  const all = answer?.headers || page ? { ...headers, ...page, ...answer?.headers } : headers;
  if (!answer || answer.status === 204) return { status: 204, headers: all, body: "", requestId };
  if (answer.text) {
    const { contentType, body } = answer.text;
    return { status: answer.status ?? 200, headers: { ...all, "content-type": contentType }, body, requestId };
  }
  return { status: answer.status ?? 200, headers: all, body: envelope(answer, requestId), requestId };
}
