import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Lease } from "../leases/leases.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { SystemContext } from "../system-context.ts";
import type { LeaseServices } from "./lease-services.ts";

const maxListed = 10_000;

const truncatedWarning =
  "Command halted because many irrevocable leases were found. To emit the entire list, re-run the command with force set true.";

const commonFields = {
  type: field.text.default("").meta({ description: "Must be `irrevocable`; other values are answered with 404." }),
  include_child_namespaces: field.boolean.default(false),
};

type Found = Readonly<{ lease: Lease; mount: string }>;

const choiceFields = z.object(commonFields);
const countData = z.object({ lease_count: z.int(), counts: z.record(z.string(), z.int()) });
const listFields = z.object({
  ...commonFields,
  limit: field.text.default("").meta({ description: "Maximum number of leases, or `none`." }),
});
const listData = z.object({
  lease_count: z.int(),
  leases: z.array(z.object({ lease_id: z.string(), mount_id: z.string(), error: z.string() })),
});

/** Endpoints that count and list irrevocable leases (W3.5-09). */
export function irrevocableLeaseEndpoints({ leases, namespaces }: LeaseServices): readonly Endpoint<SystemContext>[] {
  async function* of(realm: Realm, withChildren: boolean): AsyncGenerator<Found> {
    for await (const lease of leases.irrevocable(realm.namespace.path)) {
      if (!withChildren && namespaces.resolve("", lease.id).realm !== realm) continue;
      yield { lease, mount: namespaces.byUuid(lease.mount)?.mount.accessor ?? "mount-accessor-not-found" };
    }
  }

  return [
    {
      path: "sys/leases/count",
      operations: {
        read: operation({
          summary: "Count the irrevocable leases",
          served: "locally",
          input: choiceFields,
          output: countData,
          async run({ type, include_child_namespaces }, { realm }: SystemContext) {
            requireIrrevocable(type);
            const counts: Record<string, number> = {};
            let count = 0;
            for await (const { mount } of of(realm, include_child_namespaces)) {
              counts[mount] = (counts[mount] ?? 0) + 1;
              count += 1;
            }
            return { data: { counts, lease_count: count } };
          },
        }),
      },
    },
    {
      path: "sys/leases",
      operations: {
        read: operation({
          summary: "List the irrevocable leases",
          served: "locally",
          sudo: true,
          input: listFields,
          output: listData,
          async run({ type, limit, include_child_namespaces }, { realm }: SystemContext) {
            requireIrrevocable(type);
            const maxLeases = limitOf(limit);
            const found: Found[] = [];
            let isTruncated = false;
            for await (const one of of(realm, include_child_namespaces)) {
              isTruncated = found.length >= maxLeases;
              if (isTruncated) break;
              found.push(one);
            }
            const listed = found.sort(byEnd).map(({ lease, mount }) => ({
              lease_id: lease.id,
              mount_id: mount,
              error: lease.revocation.state === "irrevocable" ? lease.revocation.reason : "",
            }));
            return {
              data: { lease_count: listed.length, leases: listed },
              warnings: isTruncated ? [truncatedWarning] : [],
            };
          },
        }),
      },
    },
  ];
}

function requireIrrevocable(type: string): void {
  if (type.toLowerCase() !== "irrevocable") throw new Problem("absent", "");
}

function limitOf(text: string): number {
  if (text === "") return maxListed;
  if (text.toLowerCase() === "none") return Number.POSITIVE_INFINITY;
  if (!/^[+-]?\d+$/.test(text)) {
    throw new Problem(
      "refused",
      `invalid 'limit' provided: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`,
    );
  }
  const limit = Number(text);
  if (limit < 1) throw new Problem("refused", "limit must be 'none' or a positive integer");
  return limit;
}

function byEnd({ lease: a }: Found, { lease: b }: Found): Instant {
  return a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1);
}
