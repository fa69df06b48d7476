import { z } from "zod";
import { noData } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { describeLease, type LeaseLife } from "../leases/lease-life.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { SystemContext } from "../system-context.ts";
import { irrevocableLeaseEndpoints } from "./irrevocable-leases.ts";
import type { LeaseServices } from "./lease-services.ts";
import { listing, manyLeasesEndpoints } from "./many-leases.ts";

const named = {
  lease_id: field.text.default("").meta({ description: "Id of the lease, as issued." }),
};

const byPath = { url_lease_id: field.name.default("").meta({ description: "Id of the lease, as issued." }) };

const describedLease = z.object({
  id: z.string(),
  issue_time: z.string(),
  expire_time: z.string(),
  last_renewal: z.string().nullable(),
  renewable: z.boolean(),
  ttl: z.int().meta({ description: "Remaining seconds." }),
});

const lookupFields = z.object(named);
const renewalFields = z.object({
  ...named,
  ...byPath,
  increment: field.seconds.default(0).meta({ description: "Requested TTL; 0 selects the TTL of the role." }),
});
const revocationFields = z.object({
  ...named,
  ...byPath,
  sync: field.boolean
    .default(true)
    .meta({ description: "Whether to respond after the revocation; otherwise the response is sent before it." }),
});

/**
 * Endpoints `sys/leases/…` and their deprecated paths (W3.5-01 to W3.5-05). A lease belongs to the cluster that issued
 * it, and is visible in its namespace and in the namespaces above it.
 */
export function leaseEndpoints(services: LeaseServices): readonly Endpoint<SystemContext>[] {
  const { leases, clock } = services;
  return [
    {
      path: "sys/leases/lookup",
      operations: {
        write: operation({
          summary: "Look up a lease",
          served: "locally",
          input: lookupFields,
          output: describedLease,
          async run({ lease_id }, { realm }: SystemContext) {
            const lease = await leases.find(idIn(realm, lease_id, "invalid lease"));
            if (!lease) throw new Problem("refused", "invalid lease");
            return { data: describeLease(lease, clock.now()) };
          },
        }),
        list: listing(leases),
      },
    },
    ...["sys/leases/renew", "sys/renew"].flatMap((path) => [
      { path, operations: { write: renewal(leases) } },
      { path: `${path}/*url_lease_id`, operations: { write: renewal(leases) } },
    ]),
    ...["sys/leases/revoke", "sys/revoke"].flatMap((path) => [
      { path, operations: { write: revocation(leases) } },
      { path: `${path}/*url_lease_id`, operations: { write: revocation(leases) } },
    ]),
    ...manyLeasesEndpoints(services),
    ...irrevocableLeaseEndpoints(services),
  ];
}

function renewal(leases: LeaseLife) {
  return operation({
    summary: "Renew a lease",
    served: "locally",
    input: renewalFields,
    output: noData,
    async run({ lease_id, url_lease_id, increment }, { realm }: SystemContext) {
      const id = idIn(realm, lease_id || url_lease_id, "lease not found");
      const { warnings, ...lease } = await leases.renew(id, increment);
      return { lease, warnings };
    },
  });
}

function revocation(leases: LeaseLife) {
  return operation({
    summary: "Revoke a lease",
    served: "locally",
    statuses: [202, 204],
    input: revocationFields,
    async run({ lease_id, url_lease_id, sync }, { realm }: SystemContext) {
      const id = lease_id || url_lease_id;
      requireId(id);
      if (!sync) {
        if (isIn(realm, id)) await leases.expire(id);
        return { status: 202, bodiless: true };
      }
      if (isIn(realm, id)) await leases.revoke(id);
      return undefined;
    },
  });
}

function idIn(realm: Realm, id: string, otherwise: string): string {
  requireId(id);
  if (!isIn(realm, id)) throw new Problem("refused", otherwise);
  return id;
}

function requireId(id: string): void {
  if (id === "") throw new Problem("refused", "lease_id must be specified");
}

function isIn({ namespace }: Realm, id: string): boolean {
  return id.startsWith(namespace.path);
}
