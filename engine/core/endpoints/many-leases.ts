import { z } from "zod";
import { namesData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { reasonOf } from "../../api/reason.ts";
import type { Log } from "../../ports/log.ts";
import type { LeaseLife } from "../leases/lease-life.ts";
import type { SystemContext } from "../system-context.ts";
import type { LeaseServices } from "./lease-services.ts";
import { tidyStarted } from "./tidy-started.ts";

const below = { prefix: field.name.meta({ description: "Path below which the leases are, within the namespace." }) };

const revocationFields = z.object({
  ...below,
  sync: field.boolean
    .default(true)
    .meta({ description: "Whether to answer when they are revoked, else when they will be." }),
});
const belowFields = z.object(below);
const listFields = z.object({ prefix: below.prefix.default("") });

/**
 * Operations on many leases: lists, `revoke-prefix`, `revoke-force` and `tidy` (W3.5-06, W3.5-07,
 * W3.5-08, W3.5-10).
 */
export function manyLeasesEndpoints({ leases, isToken, log }: LeaseServices): readonly Endpoint<SystemContext>[] {
  let isTidying = false;
  return [
    { path: "sys/leases/lookup/*prefix", operations: { list: listing(leases) } },
    ...["sys/leases/revoke-prefix", "sys/revoke-prefix"].map((path) => ({
      path: `${path}/*prefix`,
      operations: {
        write: operation({
          summary: "Revoke all leases below a path",
          served: "locally",
          statuses: [202, 204],
          sudo: true,
          input: revocationFields,
          async run({ prefix, sync }, { realm }: SystemContext) {
            const path = realm.namespace.path + prefix;
            if (sync) return void (await revokeBelow(leases, path, { force: false }));
            await leases.expire(path);
            await leases.many.expireBelow(`${path}/`);
            return { status: 202, bodiless: true };
          },
        }),
      },
    })),
    ...["sys/leases/revoke-force", "sys/revoke-force"].map((path) => ({
      path: `${path}/*prefix`,
      operations: {
        write: operation({
          summary: "Forget all leases below a path, also those that cannot be revoked",
          served: "locally",
          sudo: true,
          input: belowFields,
          async run({ prefix }, { realm }: SystemContext) {
            await revokeBelow(leases, realm.namespace.path + prefix, { force: true });
            return undefined;
          },
        }),
      },
    })),
    {
      path: "sys/leases/tidy",
      operations: {
        write: operation({
          summary: "Repair the records of leases, and revoke leases whose token is gone",
          served: "locally",
          statuses: [202],
          rootOnly: true,
          input: noInput,
          run: async () => {
            if (!isTidying) {
              isTidying = true;
              void tidy(leases, isToken, log).finally(() => {
                isTidying = false;
              });
            }
            return tidyStarted;
          },
        }),
      },
    },
  ];
}

/** What lies right below a path: names, and folders with their slash. */
export function listing(leases: LeaseLife) {
  return operation({
    summary: "List the leases below a path",
    served: "locally",
    sudo: true,
    input: listFields,
    output: namesData,
    async run({ prefix }, { realm }: SystemContext) {
      const keys = await leases.namesIn(realm.namespace.path + (prefix === "" ? "" : `${prefix}/`));
      if (keys.length === 0) throw new Problem("absent", "");
      return { data: { keys } };
    },
  });
}

/** A path may also be the id of one lease. */
async function revokeBelow(leases: LeaseLife, path: string, options: { force: boolean }): Promise<void> {
  await leases.revoke(path, options);
  await leases.many.revokeBelow(`${path}/`, options);
}

async function tidy(leases: LeaseLife, isToken: (start: string) => Promise<boolean>, log: Log): Promise<void> {
  try {
    log.info("leases were tidied", await leases.many.tidy(isToken));
  } catch (error) {
    log.error("leases could not be tidied", { reason: reasonOf(error) });
  }
}
