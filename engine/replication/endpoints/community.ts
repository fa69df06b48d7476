import { type Endpoint, type Operation, withHandler } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { Verb } from "../../api/request.ts";
import type { Mode } from "../operations/status.ts";

/** Editions of the service. */
export type Edition = "enterprise" | "community";

/**
 * Returns the replication endpoints of an edition. The community edition serves the status alone,
 * which reports that replication is disabled (W1-02).
 */
export function endpointsOf<Context>(
  edition: Edition,
  endpoints: readonly Endpoint<Context>[],
): readonly Endpoint<Context>[] {
  if (edition === "enterprise") return endpoints;
  return endpoints.map((endpoint) => (endpoint.path.endsWith("/status") ? endpoint : withoutReplication(endpoint)));
}

/**
 * Throws a Problem "refused" when a cluster that takes part in replication is opened as an edition
 * without it: it would act as if it were alone.
 */
export function expectEdition(edition: Edition, mode: Mode): void {
  if (edition === "enterprise" || mode === "disabled") return;
  throw new Problem("refused", `the store belongs to a performance ${mode}: only the enterprise edition opens it`);
}

function withoutReplication<Context>({ operations, ...endpoint }: Endpoint<Context>): Endpoint<Context> {
  const verbs = Object.entries(operations) as [Verb, Operation<Context>][];
  return { ...endpoint, operations: Object.fromEntries(verbs.map(([verb, one]) => [verb, withHandler(one, refuse)])) };
}

async function refuse(): Promise<undefined> {
  throw new Problem("absent", "enterprise-only feature");
}
