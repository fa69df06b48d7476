import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { Clock } from "../../ports/clock.ts";
import { describeLease, type LeaseLife } from "../lease-life.ts";
import type { SystemScene } from "../system-scene.ts";

const leaseId = field.text.default("");

/** `sys/leases/…` (reference-wire.md, 3.5). Leases belong to the cluster that gave them. */
export function leaseEndpoints({
  leases,
  clock,
}: {
  leases: LeaseLife;
  clock: Clock;
}): readonly Endpoint<SystemScene>[] {
  return [
    {
      path: "sys/leases/lookup",
      operations: {
        write: operation({
          summary: "Look up a lease",
          served: "locally",
          input: z.object({ lease_id: leaseId }),
          async run({ lease_id }) {
            if (lease_id === "") throw new Problem("refused", "lease_id must be specified");
            const lease = await leases.find(lease_id);
            if (!lease) throw new Problem("refused", "invalid lease");
            return { data: describeLease(lease, clock.now()) };
          },
        }),
      },
    },
    {
      path: "sys/leases/lookup/*prefix",
      operations: {
        list: operation({
          summary: "List the leases below a path",
          served: "locally",
          sudo: true,
          input: z.object({ prefix: field.name }),
          async run({ prefix }) {
            const folder = prefix === "" ? "" : `${prefix}/`;
            const keys = new Set((await leases.below(folder)).map((id) => firstStep(id.slice(folder.length))));
            if (keys.size === 0) throw new Problem("absent", "");
            return { data: { keys: [...keys].sort() } };
          },
        }),
      },
    },
    {
      path: "sys/leases/renew",
      operations: {
        write: operation({
          summary: "Renew a lease",
          served: "locally",
          input: z.object({ lease_id: leaseId, increment: field.seconds.default(0) }),
          async run({ lease_id, increment }) {
            if (lease_id === "") throw new Problem("refused", "lease_id must be specified");
            const { warnings, ...lease } = await leases.renew(lease_id, increment);
            return { lease, warnings };
          },
        }),
      },
    },
    {
      path: "sys/leases/revoke",
      operations: {
        write: operation({
          summary: "Revoke a lease",
          served: "locally",
          input: z.object({ lease_id: leaseId, sync: field.boolean.default(true) }),
          async run({ lease_id }) {
            if (lease_id === "") throw new Problem("refused", "lease_id must be specified");
            await leases.revoke(lease_id);
            return undefined;
          },
        }),
      },
    },
  ];
}

/** `a/b/c` is `a/` to a list of one level. */
function firstStep(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash + 1);
}
