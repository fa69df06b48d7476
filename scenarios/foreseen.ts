import type { ExchangeWatch } from "#harness/reports/exchange-watch.ts";
import { InternalErrorFailure, internalErrors } from "#harness/stages/internal-errors.ts";
import type { Stage } from "#harness/stages/stage.ts";

/** The responses that a step received, and the logs of the stage's clusters. */
type Place = Readonly<{ exchanges: Pick<ExchangeWatch, "isInternalError">; stage: Pick<Stage, "logs"> }>;

/**
 * Runs a step. If a cluster responded with an internal error during the step, throws an {@link InternalErrorFailure}
 * whose cause is the step's own error, if any: an internal error is a failure even if the step expects a refusal.
 * Internal errors are found in the logs of clusters, so those of external servers are not detected.
 */
export async function failOnInternalError(place: Place, step: () => unknown): Promise<unknown> {
  const [outcome] = await Promise.allSettled([Promise.try(step)]);
  if (place.exchanges.isInternalError) {
    const [line] = internalErrors(place.stage.logs());
    if (line) throw new InternalErrorFailure(line, outcome.status === "rejected" ? { cause: outcome.reason } : {});
  }
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
