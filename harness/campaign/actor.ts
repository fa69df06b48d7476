import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

const defaultTimeoutMilliseconds = 15_000;

/** Access of an actor to its world: virtual time, and the clusters by name. */
export type ActorContext = Readonly<{
  /** Sends a request as `client`. Rejects if no response arrives. */
  call: (cluster: string, request: ApiRequest, client: string) => Promise<ApiReply>;
  after: (milliseconds: number, task: () => void) => () => void;
  /** Returns the timeout of the next request in milliseconds. Default: 15 s. */
  timeoutMilliseconds?: () => number;
}>;

/**
 * Sends a request and returns its outcome, which is "unknown" if no response arrives before the timeout or its status
 * is 5xx. Never rejects.
 */
export function send(
  context: ActorContext,
  { cluster, client, ...request }: ApiRequest & { cluster: string; client: string },
): Promise<Outcome> {
  const timeoutMilliseconds = context.timeoutMilliseconds?.() ?? defaultTimeoutMilliseconds;
  return new Promise((resolve) => {
    const stopWaiting = context.after(timeoutMilliseconds, () =>
      resolve({ is: "unknown", reason: `no answer in ${timeoutMilliseconds} ms` }),
    );
    const end = (outcome: Outcome) => {
      stopWaiting();
      resolve(outcome);
    };
    context.call(cluster, request, client).then(
      (reply) => end(outcomeOf(reply)),
      (error: unknown) => end({ is: "unknown", reason: String(error) }),
    );
  });
}
