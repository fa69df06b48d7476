import { type Exchange, reasonOf } from "#harness/api/exchange.ts";
import type { ApiBody, ApiReply, ApiRequest } from "#harness/api/request.ts";
import { knownOf, maskAnswer, maskRequest } from "#harness/masking/mask.ts";
import { mask } from "#harness/masking/mask-text.ts";
import { secretNamesAt } from "#harness/masking/secret-name.ts";
import { bareAnswer, bareBody, barePath, omittedTexts } from "./bare-body.ts";
import { dataIndexOf, indexHeader } from "./data-index.ts";
import type { NewEvent } from "./event.ts";
import type { Recorder } from "./recorder.ts";

/** An exchange as reports show it. The report adds its number. */
export type RecordedExchange = Omit<Exchange, "number">;

/**
 * Maximum number of texts of one request that are masked in its error response. If there are more, the whole response
 * is masked.
 */
const maxOwnTexts = 256;

type Answered = Readonly<{ rootToken: string; path: string; status: number | null }>;

type CallableCluster = Readonly<{ name: string; rootToken: string; call(request: ApiRequest): Promise<ApiReply> }>;

/**
 * Records the requests of clients and the responses of clusters in a history. Stores a masked exchange until its reply
 * or error is garbage-collected.
 */
export class Exchanges {
  readonly #recorder: Recorder;
  readonly #now: () => number;
  readonly #isOpen: boolean;
  readonly #recorded = new WeakMap<object, RecordedExchange>();
  readonly #clients = new Map<string, string>();
  readonly #tokenDigests = new Map<string, string>();

  /** `isOpen` is true if clients are unknown. Their own texts are then masked. */
  constructor({
    recorder,
    now,
    isOpen = false,
  }: Readonly<{ recorder: Recorder; now: () => number; isOpen?: boolean }>) {
    this.#recorder = recorder;
    this.#now = now;
    this.#isOpen = isOpen;
  }

  /** Returns the exchange that ended with this reply or error; undefined if it was not recorded. */
  of(outcome: unknown): RecordedExchange | undefined {
    return typeof outcome === "object" && outcome !== null ? this.#recorded.get(outcome) : undefined;
  }

  /**
   * Returns the cluster with a `call` that records exchanges. `client` is the name of the client in the history;
   * default: a name for each token.
   */
  over<Asked extends CallableCluster>(cluster: Asked, client?: string): Asked {
    return { ...cluster, call: (request) => this.#call(cluster, request, client) };
  }

  async #call(cluster: CallableCluster, request: ApiRequest, client?: string): Promise<ApiReply> {
    const { secrets } = this.#recorder;
    const { token, body } = request;
    const { rootToken, name } = cluster;
    const path = pathOf(request);
    for (const secret of [token, rootToken]) if (secret !== undefined) secrets.add(secret);
    secrets.learn(body, secretNamesAt(path));
    const bare = { cluster: name, method: request.method, path, token, rootToken, requestBody: body };
    const masked = this.#bare(maskRequest(bare, secrets.all));
    const cause = this.#recorder.note({
      type: "request",
      client: client ?? this.#clientOf(token, rootToken),
      cluster: name,
      method: request.method,
      path: masked.path,
      ...(masked.requestBody === null ? {} : { body: masked.requestBody }),
      ...this.#content(typeof body === "object" ? (body.data ?? body) : undefined),
      ...this.#secret(typeof body === "object" ? body.token : undefined),
      ...(token === undefined ? {} : { token: this.#tokenDigest(token) }),
      ...requestOptions(request),
    });
    const learn = request.method === "GET" || request.method === "LIST" ? "learn" : "learnWritten";
    this.#recorder[learn](body, { cluster: name, path, cause });
    const record = (outcome: unknown, status: number | null, responseBody: unknown) => {
      if (typeof outcome !== "object" || outcome === null) return;
      this.#recorded.set(outcome, { ...masked, at: this.#now(), status, responseBody });
    };
    try {
      const reply = await cluster.call(request);
      const { status, headers } = reply;
      this.#recorder.learn(reply.body, { cluster: name, path, cause });
      const known = this.#masked(reply.body, request, { rootToken, path, status });
      const shown = this.#isOpen ? bareAnswer(path, known) : known;
      const index = dataIndexOf(headers[indexHeader]);
      const answered = this.#recorder.note({
        type: "answer",
        cause,
        outcome: outcomeOf(status),
        status,
        ...(shown === null ? {} : { body: shown }),
        ...(request.method === "GET" ? this.#content(reply.body?.data?.data ?? reply.body?.data) : {}),
        ...this.#secret(returnedSecret(reply.body)),
        ...(index ? { index } : {}),
      });
      this.#recorder.role({ cluster: name, path, status, data: reply.body?.data }, answered);
      record(reply, status, shown);
      return reply;
    } catch (error) {
      const reason = this.#masked(reasonOf(error), request, { rootToken, path, status: null });
      this.#recorder.note({ type: "answer", cause, outcome: "unknown", status: null, reason: String(reason) });
      record(error, null, reason);
      throw error;
    }
  }

  #bare<Masked extends Pick<Exchange, "path" | "token" | "requestBody">>(masked: Masked): Masked {
    if (!this.#isOpen) return masked;
    const { path, token, requestBody } = masked;
    return { ...masked, path: barePath(path), requestBody: bareBody(requestBody, { path, hasToken: token !== null }) };
  }

  #masked(body: unknown, { token, body: sent }: ApiRequest, { rootToken, path, status }: Answered): unknown {
    const known = knownOf({ token, rootToken }, this.#recorder.secrets.all);
    if (!this.#isOpen || (status !== null && status < 400)) return maskAnswer({ path, status, body }, known);
    const own = new Set(omittedTexts(sent, { path, hasToken: token !== undefined }));
    if (own.size > maxOwnTexts) return mask;
    const all = [...own, ...known].toSorted((one, other) => other.length - one.length);
    return maskAnswer({ path, status, body }, all);
  }

  #content(data: unknown): Readonly<{ content?: string }> {
    if (typeof data !== "object" || data === null) return {};
    return { content: this.#recorder.digests.ofJson(data) };
  }

  #tokenDigest(token: string): string {
    const known = this.#tokenDigests.get(token) ?? this.#recorder.digests.of(token);
    this.#tokenDigests.set(token, known);
    return known;
  }

  #secret(secret: unknown): Readonly<{ secret?: string }> {
    return typeof secret === "string" ? { secret: this.#recorder.digests.of(secret) } : {};
  }

  #clientOf(token: string | undefined, rootToken: string): string {
    if (token === undefined) return "unauthenticated";
    if (token === rootToken) return "root";
    const kind = /^(hv)?b\./.test(token) ? "batch client" : "client";
    const known = this.#clients.get(token) ?? `${kind} ${this.#clients.size + 1}`;
    this.#clients.set(token, known);
    return known;
  }
}

function pathOf({ base, path, headers }: ApiRequest): string {
  const namespace = headers?.["x-vault-namespace"]?.replace(/^\/+|(?<!\/)\/+$/g, "") ?? "";
  const whole = namespace === "" ? path : `${namespace}/${path}`;
  return base === undefined ? whole : `${base}${whole}`;
}

function requestOptions({ headers }: ApiRequest): Partial<Extract<NewEvent, { type: "request" }>> {
  const requires = dataIndexOf(headers?.[indexHeader]);
  return {
    ...(requires ? { requires } : {}),
    ...(headers?.["x-vault-wrap-ttl"] === undefined ? {} : { wraps: true as const }),
  };
}

function returnedSecret(body: ApiBody | undefined): unknown {
  return body?.wrap_info?.token ?? body?.auth?.client_token ?? body?.data?.password ?? body?.data?.token;
}

/** A request with status 500 or above has the outcome "unknown", because it may have taken effect. */
function outcomeOf(status: number): "ok" | "fail" | "unknown" {
  if (status >= 500) return "unknown";
  return status >= 400 ? "fail" : "ok";
}
