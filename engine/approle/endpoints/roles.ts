import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import { namesIn } from "../../core/storage/folder.ts";
import { changesFor, reviseRole, roleFields, roleWarnings } from "../revise-role.ts";
import { roleData, roleIds, roleName, roles, shownRole } from "../role.ts";
import { removeSecretIds } from "../tidy.ts";

const named = z.object({ role_name: field.foldedName });

export const rolesEndpoints: readonly Endpoint<HandlerContext>[] = [
  namesEndpoint("role", "List the names of the roles", (storage) => namesIn(storage, "shared", "role/")),
  {
    path: "role/:role_name",
    operations: {
      read: operation({
        summary: "Read a role",
        served: "locally",
        input: named,
        output: roleData,
        async run({ role_name }, { storage }: HandlerContext) {
          const role = await roles.read(storage, roleName(role_name));
          if (!role) throw new Problem("absent", "");
          return { data: shownRole(role) };
        },
      }),
      write: operation({
        summary: "Create a role, or change fields of a role",
        served: "by-primary",
        input: named.extend(roleFields),
        exists: async ({ role_name }, { storage }: HandlerContext) =>
          (await roles.read(storage, roleName(role_name))) !== undefined,
        run({ role_name, ...request }, context: HandlerContext) {
          const name = roleName(role_name);
          return context.withLock("roles", async () => {
            const old = await roles.read(context.storage, name);
            const role = reviseRole(old, request, context);
            await context.storage.commit(await changesFor(name, { old, role, storage: context.storage }));
            const warnings = roleWarnings(role, context.leaseLimits().maxSeconds);
            return warnings.length > 0 ? { warnings } : undefined;
          });
        },
      }),
      delete: operation({
        summary: "Delete a role and its secret ids; its tokens stay valid until they expire",
        served: "by-primary",
        input: named,
        run({ role_name }, context: HandlerContext) {
          const name = roleName(role_name);
          return context.withLock("roles", async () => {
            const role = await roles.read(context.storage, name);
            if (!role) return undefined;
            // The role is removed first, so that after a crash no login uses the secret ids that are left.
            await context.storage.commit([roleIds.remove(role.roleId), roles.remove(name)]);
            await removeSecretIds(role.uuid, context);
            return undefined;
          });
        },
      }),
    },
  },
];
