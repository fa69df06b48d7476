import { type Exchange, exchangesMediaType, judgedMediaType, reasonOf } from "#harness/api/exchange.ts";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { KnownSecrets } from "#harness/masking/known-secrets.ts";
import { maskExchange } from "#harness/masking/mask.ts";
import { maskError } from "#harness/masking/mask-error.ts";
import { secretNamesAt } from "#harness/masking/secret-name.ts";
import type { JudgedExchange, StageCluster } from "#harness/stages/stage.ts";

export type WatchOptions = Readonly<{
  attach: (body: string, mediaType: string) => void;
  now: () => number;
  /** Returns the masked exchange whose reply or error is `outcome`, if the stage recorded it. */
  exchangeOf?: (outcome: unknown) => Omit<Exchange, "number"> | undefined;
}>;

/**
 * Milliseconds for which an exchange waits for further exchanges, so that they are attached together: each attachment
 * is sent to another thread and written to a file.
 */
const gatheringMilliseconds = 500;

/**
 * Attaches the masked exchanges of one scenario, and determines which exchange a step judged: the last one whose
 * response the step read, or that failed during the step without a response.
 */
export class ExchangeWatch {
  readonly secrets = new KnownSecrets();
  readonly #options: WatchOptions;
  #count = 0;
  #step = 0;
  #judged: Readonly<{ number: number; exchange: JudgedExchange }> | undefined;
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

  /** Ends a step and attaches its exchanges. Exchanges that end later are attached with those of the next step. */
  end(): void {
    this.#attachGathered();
    this.#isRunning = false;
  }

  get count(): number {
    return this.#count;
  }

  /** True if a cluster responded with status 500 during the current step. */
  get isInternalError(): boolean {
    return this.#isInternalError;
  }

  /** The exchange that the current step has judged. */
  get judged(): JudgedExchange | undefined {
    return this.#judged?.exchange;
  }

  /** Wraps a cluster so that exchanges with it are attached. */
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
            this.#judged = { number, exchange: { cluster: cluster.name, request, status: reply.status } };
          });
        } catch (error) {
          const number = this.#note(cluster, { request, outcome: error, status: null, body: reasonOf(error) });
          // A request that failed with a killed cluster may end during a later step.
          if (step === this.#step)
            this.#judged = { number, exchange: { cluster: cluster.name, request, status: null } };
          throw error;
        }
      },
    };
  }

  /** Attaches the number of the exchange that the failed step judged, if any, and masks secrets in `error`. */
  failed(error: unknown): void {
    this.#attachGathered();
    if (this.#judged !== undefined) this.#options.attach(String(this.#judged.number), judgedMediaType);
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
