import type { ExchangeWatch } from "#harness/reports/exchange-watch.ts";
import { InternalErrorFailure, internalErrors } from "#harness/stages/internal-errors.ts";
import type { Stage } from "#harness/stages/stage.ts";

type Place = Readonly<{ exchanges: Pick<ExchangeWatch, "isInternalError">; stage: Pick<Stage, "logs"> }>;

/**
 * Runs a step. Throws an `InternalErrorFailure` if a response was an internal error and a cluster logged one, even if
 * the step expects a refusal.
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
