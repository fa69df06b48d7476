import { type Exchange, exchangesMediaType, judgedMediaType, reasonOf } from "#harness/reports/exchange.ts";
import { KnownSecrets } from "#harness/reports/known-secrets.ts";
import { maskExchange } from "#harness/reports/mask.ts";
import { maskError } from "#harness/reports/mask-error.ts";
import { secretNamesAt } from "#harness/reports/secret-name.ts";
import type { ApiReply, ApiRequest, StageCluster } from "#harness/stages/stage.ts";

/** Functions to attach data to a scenario's report and to get the time of its stage. */
export type WatchOptions = Readonly<{
  attach: (body: string, mediaType: string) => void;
  now: () => number;
  /** Returns the masked exchange that ended with this outcome, if the stage recorded it. */
  exchangeOf?: (outcome: unknown) => Omit<Exchange, "number"> | undefined;
}>;

/**
 * Time in milliseconds for which an exchange waits for others of its step to be attached with it,
 * because each attachment goes to another thread and a file. A hanging step has attached its
 * exchanges by then.
 */
const gatheringMilliseconds = 500;

/**
 * Attaches the masked exchanges of one scenario and determines which one a step judged: the one
 * whose response the step read last. Reading the status, headers or body counts, even long after
 * the response arrived.
 */
export class ExchangeWatch {
  readonly secrets = new KnownSecrets();
  readonly #options: WatchOptions;
  #count = 0;
  #step = 0;
  #judged: number | undefined;
  #isInternalError = false;
  #isRunning = false;
  #gathered: Exchange[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Begins a step, which has judged no exchange yet. */
  begin(): void {
    this.#step += 1;
    this.#judged = undefined;
    this.#isInternalError = false;
    this.#isRunning = true;
  }

  /** Ends a step and attaches its exchanges. Later ones are attached with the next step. */
  end(): void {
    this.#attachGathered();
    this.#isRunning = false;
  }

  /** True if a cluster responded with an internal error in the current step. */
  get isInternalError(): boolean {
    return this.#isInternalError;
  }

  /** Returns the cluster with a `call` that attaches every exchange. */
  over(cluster: StageCluster): StageCluster {
    return {
      ...cluster,
      call: async (request) => {
        const step = this.#step;
        try {
          const reply = await cluster.call(request);
          this.#isInternalError ||= reply.status === 500;
          const number = this.#note(cluster, { request, outcome: reply, status: reply.status, body: reply.body });
          return observed(reply, () => {
            this.#judged = number;
          });
        } catch (error) {
          const number = this.#note(cluster, { request, outcome: error, status: null, body: reasonOf(error) });
          // A request that failed with a killed cluster may end during a later step.
          if (step === this.#step) this.#judged = number;
          throw error;
        }
      },
    };
  }

  /** Attaches the number of the judged exchange, and masks secrets in `error`. */
  failed(error: unknown): void {
    this.#attachGathered();
    if (this.#judged !== undefined) this.#options.attach(String(this.#judged), judgedMediaType);
    maskError(error, this.secrets.all);
  }

  #note(cluster: StageCluster, { request, outcome, status, body: responseBody }: Ended): number {
    const { method, path, base = "", token, body: requestBody } = request;
    const names = secretNamesAt(path);
    this.secrets.learn(requestBody, names);
    this.secrets.learn(responseBody, names);
    for (const secret of [token, cluster.rootToken]) if (secret !== undefined) this.secrets.add(secret);
    const [number, at] = [++this.#count, this.#options.now()];
    const { name, rootToken } = cluster;
    const recorded = this.#options.exchangeOf?.(outcome);
    if (recorded) {
      // The scenario may have created a root token of its own.
      const owner = token === rootToken ? { token: "root" as const } : {};
      this.#gather({ number, ...recorded, ...owner });
      return number;
    }
    const asked = { number, at, cluster: name, method, path: `${base}${path}`, token, rootToken, requestBody };
    this.#gather(maskExchange({ ...asked, status, responseBody }, this.secrets.all));
    return number;
  }

  #gather(exchange: Exchange): void {
    this.#gathered.push(exchange);
    this.#timer ??= setTimeout(() => this.#isRunning && this.#attachGathered(), gatheringMilliseconds).unref();
  }

  #attachGathered(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered.length === 0) return;
    this.#options.attach(JSON.stringify(this.#gathered), exchangesMediaType);
    this.#gathered = [];
  }
}

type Ended = Readonly<{ request: ApiRequest; outcome: unknown; status: number | null; body: unknown }>;

/** Returns the reply with getters that call `look` each time. */
function observed(reply: ApiReply, look: () => void): ApiReply {
  return {
    get status() {
      look();
      return reply.status;
    },
    get headers() {
      look();
      return reply.headers;
    },
    get body() {
      look();
      return reply.body;
    },
  };
}
