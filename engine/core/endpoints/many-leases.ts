import { z } from "zod";
import { namesData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { reasonOf } from "../../api/errors/reason.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { Log } from "../../ports/log.ts";
import type { LeaseLife } from "../leases/lease-life.ts";
import type { SystemContext } from "../system-context.ts";
import type { LeaseServices } from "./lease-services.ts";
import { tidyStarted } from "./tidy-started.ts";

const below = { prefix: field.name.meta({ description: "Path prefix of the leases, within the namespace." }) };

const revocationFields = z.object({
  ...below,
  sync: field.boolean
    .default(true)
    .meta({ description: "Whether to respond after the revocations; otherwise the response is sent before them." }),
});
const belowFields = z.object(below);
const listFields = z.object({ prefix: below.prefix.default("") });

/** Endpoints that list, revoke and tidy many leases (W3.5-06, W3.5-07, W3.5-08, W3.5-10). */
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
          summary: "Remove all leases below a path, even if their revocation fails",
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
          summary: "Repair lease records, and revoke leases whose token no longer exists",
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

async function revokeBelow(leases: LeaseLife, path: string, options: { force: boolean }): Promise<void> {
  await leases.revoke(path, options);
  await leases.many.revokeBelow(`${path}/`, options);
}

async function tidy(leases: LeaseLife, isToken: (start: string) => Promise<boolean>, log: Log): Promise<void> {
  try {
    log.info("tidied the leases", await leases.many.tidy(isToken));
  } catch (error) {
    log.error("failed to tidy the leases", { reason: reasonOf(error) });
  }
}
