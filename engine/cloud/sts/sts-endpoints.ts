import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import { reviseStsRole, shownStsRole, stsRoles } from "./sts-role.ts";

const named = z.object({ account_id: field.name });

const stsRoleEndpoint: Endpoint<HandlerContext> = {
  path: "config/sts/:account_id",
  operations: {
    read: operation({
      summary: "Read the STS role of an account",
      served: "locally",
      input: named,
      output: z.object({ sts_role: z.string(), external_id: z.string().optional() }),
      async run({ account_id }, { storage }: HandlerContext) {
        const role = await stsRoles.read(storage, account_id);
        if (!role) throw new Problem("absent", "");
        return { data: shownStsRole(role) };
      },
    }),
    write: operation({
      summary: "Set the STS role of an account",
      served: "by-primary",
      input: named.extend({ sts_role: field.text.optional(), external_id: field.text.optional() }),
      exists: async ({ account_id }, { storage }: HandlerContext) =>
        (await stsRoles.read(storage, account_id)) !== undefined,
      run: ({ account_id, ...changes }, { storage, withLock }: HandlerContext) =>
        withLock(`sts/${account_id}`, async () => {
          const role = reviseStsRole(await stsRoles.read(storage, account_id), changes);
          await storage.commit([stsRoles.put(account_id, role)]);
          return undefined;
        }),
    }),
    delete: operation({
      summary: "Delete the STS role of an account",
      served: "by-primary",
      input: named,
      run: ({ account_id }, { storage, withLock }: HandlerContext) =>
        withLock(`sts/${account_id}`, async () => {
          await storage.commit([stsRoles.remove(account_id)]);
          return undefined;
        }),
    }),
  },
};

export const stsEndpoints: readonly Endpoint<HandlerContext>[] = [
  stsRoleEndpoint,
  namesEndpoint("config/sts", "List the accounts with an STS role", stsRoles.names),
];
