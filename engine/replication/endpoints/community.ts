import { type Endpoint, type Operation, withHandler } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { Verb } from "../../api/request.ts";
import type { Mode } from "../operations/status.ts";

export type Edition = "enterprise" | "community";

/**
 * Returns the replication endpoints of an edition. In the community edition, all of them except the status refuse
 * requests (W1-02).
 */
export function endpointsOf<Context>(
  edition: Edition,
  endpoints: readonly Endpoint<Context>[],
): readonly Endpoint<Context>[] {
  if (edition === "enterprise") return endpoints;
  return endpoints.map((endpoint) => (endpoint.path.endsWith("/status") ? endpoint : withoutReplication(endpoint)));
}

/**
 * Throws a Problem "refused" when the community edition opens the store of a cluster that takes part in replication.
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
