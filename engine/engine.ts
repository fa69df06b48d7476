import { type Answer, envelope } from "./api/answer.ts";
import type { Endpoint, LongBody } from "./api/endpoint.ts";
import { internalError } from "./api/internal-error.ts";
import { Problem } from "./api/problem.ts";
import { parseRequest, type Reply, type Request, type RequestHead } from "./api/request.ts";
import { type RequestLimits, shortBodyLimits } from "./api/request-limits.ts";
import { parseInput } from "./api/router.ts";
import { refusePages } from "./core/cors.ts";
import { operationEndpoints } from "./core/endpoints/operations.ts";
import { uuid } from "./core/naming/random-names.ts";
import { RequestContext } from "./core/pipeline/request-context.ts";
import { type Development, developmentMounts, unsealItself } from "./development.ts";
import { type EngineLimits, usualEngineLimits } from "./engine-limits.ts";
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

/** How an engine is set up. */
export type EngineOptions = Readonly<{
  /** Name of the cluster, as `sys/health` shows it. */
  clusterName: string;
  /**
   * As the reference's development server: over an empty store, makes itself a cluster with one unseal key; over its own, unseals
   * itself. Without this, it starts untouched, or sealed.
   */
  development?: Development;
  /** What `sys/seal-status` calls the store. Default: `inmem`. */
  storageType?: string;
  /** Default: {@link usualEngineLimits}. */
  limits?: EngineLimits;
  /** The release that the service behaves as where its documents tell releases apart, such as `1.6`. Default: the current one. */
  release?: string;
  /** The edition that it is. Default: `enterprise`; only that has replication. */
  edition?: Edition;
}>;

/** One cluster's engine. */
export interface Engine {
  /** Answers one request of the HTTP API. Never rejects. */
  handle(request: Request): Promise<Reply>;
  /** What the body of a request may be long for, judged by its head; undefined where it has to be short. Never rejects. */
  longBodyOf(head: RequestHead): Promise<LongBody | undefined>;
  /** Takes a connection that another cluster has dialled. The wire is open already: `opened` need not be told. */
  accept(wire: Wire): WireListener;
  /** Stops all that the engine started. Nothing is revoked; a new engine over the same store picks up. */
  stop(): Promise<void>;
}

/** Starts an engine over what its store holds. Rejects when it shall unseal itself and the key is another. */
export async function createEngine(ports: Ports, options: EngineOptions): Promise<Engine> {
  const {
    clusterName,
    development,
    storageType = "inmem",
    limits = usualEngineLimits,
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
  /** A sealed cluster serves nothing from memory; unsealing reads all of it anew. */
  function outOfSync(): void {
    ports.log.error("the cluster seals itself: it cannot take in what replication changed", {});
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
    accept: (wire) => seal.inside?.replication.accept(wire) ?? refused(wire),
    stop: () => seal.seal(),
  };
}

/** What requests meet first. */
type Front = Readonly<{
  seal: Seal<Unsealed>;
  bare: ReadonlyMap<string, Endpoint<unknown>>;
  inFlight: InFlight;
  ports: Ports;
  limits: RequestLimits;
  /** Of bodies whose operation takes no long ones. */
  shortLimits: RequestLimits;
}>;

/** The listener of a refused wire: it takes nothing. */
function refused(wire: Wire): WireListener {
  wire.close();
  return { opened() {}, received() {}, closed() {} };
}

const headers = { "content-type": "application/json", "cache-control": "no-store" };

/** Answers become HTTP here, and problems too: nowhere else. */
async function handle(request: Request, front: Front): Promise<Reply> {
  const { seal, inFlight, ports } = front;
  let context: RequestContext | undefined;
  let page: Readonly<Record<string, string>> | undefined;
  let flight: Flight | undefined;
  const id = uuid(ports.entropy);
  try {
    if (seal.inside) page = seal.inside.core.cors.headersFor(request);
    else refusePages(request);
    // A browser's own question, before that of the page.
    if (page && request.method === "OPTIONS") return replyOf({ bodiless: true, headers: page }, id);
    const limits = limitsFor(request, front);
    // To await what is there already costs more than most steps do.
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

/** Only lists have as many values as a body may have at all. Most bodies are too short to have many. */
function limitsFor(request: Request, front: Front): RequestLimits | Promise<RequestLimits> {
  const { limits, shortLimits } = front;
  // A value takes a character and a separator.
  if (request.body.length <= 2 * shortLimits.bodyValues) return shortLimits;
  return longBodyOf(request, front).then((kind) => (kind === "list" ? limits : shortLimits));
}

async function longBodyOf(head: RequestHead, { seal, limits }: Front): Promise<LongBody | undefined> {
  try {
    return await seal.inside?.core.pipeline.longBodyOf(parseRequest({ ...head, body: "" }, limits));
  } catch {
    // Why the request is refused is reported when it is carried out.
    return undefined;
  }
}

/**
 * Performs a request. Life-cycle endpoints are served in every state of the cluster; all others
 * require it to be unsealed (W2-12, W3.1-10).
 */
async function perform(context: RequestContext, { seal, bare }: Front): Promise<Answer | undefined> {
  const { call } = context;
  const endpoint = call.namespace === "" && !call.folder && !call.help ? bare.get(call.path) : undefined;
  if (endpoint) {
    const operation = endpoint.operations[call.verb];
    if (!operation) throw new Problem("unsupported operation", "");
    if (operation.unauthenticated) {
      return operation.run(parseInput({ operation, parameters: {} }, call).input, undefined);
    }
    if (operation.seals && seal.isSealed) return undefined;
  }
  try {
    return await seal.expectInside().core.pipeline.perform(context);
  } finally {
    // Only behind who asked for it: before that, it would pull the store from under them.
    if (context.seals) await seal.sealIfRequested();
  }
}

/** `page` are the headers for the browser of a page that asks. */
function replyOf(answer: Answer | undefined, requestId: string, page?: Reply["headers"]): Reply {
  const all = answer?.headers || page ? { ...headers, ...page, ...answer?.headers } : headers;
  if (!answer || answer.status === 204) return { status: 204, headers: all, body: "", requestId };
  if (answer.text) {
    const { contentType, body } = answer.text;
    return { status: answer.status ?? 200, headers: { ...all, "content-type": contentType }, body, requestId };
  }
  return { status: answer.status ?? 200, headers: all, body: envelope(answer, requestId), requestId };
}
