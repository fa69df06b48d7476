import type { ExchangeWatch } from "#harness/reports/exchange-watch.ts";
import { InternalErrorFailure, internalErrors } from "#harness/stages/internal-errors.ts";
import type { Stage } from "#harness/stages/stage.ts";

/** Where a step acts: what it was answered, and what the clusters of its stage logged. */
type Place = Readonly<{ exchanges: Pick<ExchangeWatch, "isInternalError">; stage: Pick<Stage, "logs"> }>;

/**
 * Does what a step says. Throws an {@link InternalErrorFailure}, with the step's own error as its cause, when a cluster of ours answered an
 * internal error meanwhile: whatever the step expected, that is no refusal. A server that is not ours keeps its logs to itself.
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
