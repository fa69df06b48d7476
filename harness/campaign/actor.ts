import type { ApiReply, ApiRequest } from "#harness/stages/stage.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

/** How long one waits for an answer who does not say how long, in milliseconds: longer than a forwarded write may take. */
const usualPatience = 15_000;

/** What an actor needs of the world: virtual time and clusters by name. */
export type ActorContext = Readonly<{
  /** Sends a request as `client`; rejects when the answer never comes. */
  call: (cluster: string, request: ApiRequest, client: string) => Promise<ApiReply>;
  after: (milliseconds: number, task: () => void) => () => void;
  /** How long the next request waits for its answer, in milliseconds. */
  patience?: () => number;
}>;

/** Sends a request and waits for its answer as long as a client does. Never rejects. */
export function ask(
  ground: ActorContext,
  { cluster, client, ...request }: ApiRequest & { cluster: string; client: string },
): Promise<Outcome> {
  const patience = ground.patience?.() ?? usualPatience;
  return new Promise((resolve) => {
    const stopWaiting = ground.after(patience, () => resolve({ is: "unknown", reason: `no answer in ${patience} ms` }));
    const end = (outcome: Outcome) => {
      stopWaiting();
      resolve(outcome);
    };
    ground.call(cluster, request, client).then(
      (reply) => end(outcomeOf(reply)),
      (error: unknown) => end({ is: "unknown", reason: String(error) }),
    );
  });
}
