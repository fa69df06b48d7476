import { Problem } from "../../../api/problem.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Cloud, CloudReply, CloudRequest } from "../../../ports/cloud.ts";
import type { Log } from "../../../ports/log.ts";

/** Number of retries if `max_retries` is -1, as in the provider's own client (CLOUD-CLIENT-09). */
const defaultRetries = 3;
const retriesLimit = 10;
const firstPauseMilliseconds = 500;
const pauseLimitMilliseconds = 30_000;

/** Error codes with which the provider throttles requests. Some have status 4xx. Source: AWS SDKs, "Retry behavior". */
const throttled =
  /<Code>(Throttling|ThrottlingException|ThrottledException|TooManyRequestsException|RequestLimitExceeded|RequestThrottled)<\/Code>/;

/**
 * Sends the request that `request` returns, and returns the provider's reply. Retries, after pauses, if there is no
 * reply, if the status is 5xx, or if the provider throttles. Calls `request` for each attempt. `maxRetries` below 0
 * means the default. Throws a Problem "upstream" if the last attempt fails.
 */
export async function persistentExchange(
  request: () => CloudRequest,
  { cloud, clock, log, maxRetries }: Readonly<{ cloud: Cloud; clock: Clock; log: Log; maxRetries: number }>,
): Promise<CloudReply> {
  const attempts = 1 + Math.min(maxRetries < 0 ? defaultRetries : maxRetries, retriesLimit);
  let failure: Failure | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await pause(clock, Math.min(firstPauseMilliseconds * 2 ** (attempt - 1), pauseLimitMilliseconds));
    const outcome = await attemptExchange(request(), cloud);
    if ("reply" in outcome) return outcome.reply;
    failure = outcome;
  }
  log.warn("the provider does not answer", { attempts, reason: failure?.reason ?? "" });
  const text = `error making upstream request: error making request: giving up after ${attempts} attempt(s)`;
  throw new Problem("upstream", text, { cause: failure?.cause });
}

type Failure = Readonly<{ reason: string; cause?: unknown }>;

async function attemptExchange(request: CloudRequest, cloud: Cloud): Promise<{ reply: CloudReply } | Failure> {
  try {
    const reply = await cloud.exchange(request);
    const passing = reply.status < 500 && (reply.status === 200 || !throttled.test(reply.body));
    return passing ? { reply } : { reason: `status ${reply.status}` };
  } catch (cause) {
    return { reason: cause instanceof Error ? cause.message : "unknown", cause };
  }
}

function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => clock.at(clock.now() + milliseconds, resolve));
}
