import { type Exchange, exchangesMediaType, judgedMediaType } from "#harness/reports/exchange.ts";
import { KnownSecrets } from "#harness/reports/known-secrets.ts";
import { maskExchange } from "#harness/reports/mask.ts";
import { maskError } from "#harness/reports/mask-error.ts";
import { secretNamesAt } from "#harness/reports/secret-name.ts";
import type { ApiReply, ApiRequest, StageCluster } from "#harness/stages/stage.ts";

/** How a scenario attaches to its report, and what time it is on its stage. */
export type WatchOptions = Readonly<{
  attach: (body: string, mediaType: string) => void;
  now: () => number;
  /** The exchange that ended so, where the stage knows it, masked. */
  exchangeOf?: (outcome: unknown) => Omit<Exchange, "number"> | undefined;
}>;

/**
 * How long an exchange waits, in milliseconds, for others of its step to be attached with it: each attachment goes to another thread and into a
 * file. A step that hangs has attached by then what it had done.
 */
const gatheringMilliseconds = 500;

/**
 * Attaches the exchanges of one scenario, masked, and knows which one a step judged: the one whose answer the step looked at last.
 * An answer is looked at when its status, headers or body is read, be it long after it came.
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

  /** A step begins: whatever was looked at before, it has judged nothing yet. */
  begin(): void {
    this.#step += 1;
    this.#judged = undefined;
    this.#isInternalError = false;
    this.#isRunning = true;
  }

  /** A step ends, well or not, and attaches what it asked. What ends later is attached with the next step. */
  end(): void {
    this.#attachGathered();
    this.#isRunning = false;
  }

  /** Whether a cluster answered an internal error in the step that is under way; its log says whether it was one of ours. */
  get isInternalError(): boolean {
    return this.#isInternalError;
  }

  /** The cluster, with every exchange attached. */
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
          // A request that was lost with a killed cluster may end when another step is under way.
          if (step === this.#step) this.#judged = number;
          throw error;
        }
      },
    };
  }

  /** Attaches which exchange was judged when `error` was thrown, and takes the secrets of the scenario out of the error. */
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
    const told = this.#options.exchangeOf?.(outcome);
    if (told) {
      // A scenario may have made a root token of its own.
      const owner = token === rootToken ? { token: "root" as const } : {};
      this.#gather({ number, ...told, ...owner });
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

/** An error and what caused it: a client says no more than that it failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${error.cause}` : "";
  return `${error}${cause}`;
}

/** The reply, telling each time that it is looked at. */
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
