import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { Scene } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import { namesIn } from "../../core/storage/folder.ts";
import { changesFor, reviseRole, roleFields, roleWarnings } from "../revise-role.ts";
import { roleData, roleIds, roleName, roles, shownRole } from "../role.ts";
import { forgetSecretIds } from "../tidy.ts";

const named = z.object({ role_name: field.foldedName });

/** Roles as a whole. */
export const rolesEndpoints: readonly Endpoint<Scene>[] = [
  namesEndpoint("role", "List the names of the roles", (storage) => namesIn(storage, "shared", "role/")),
  {
    path: "role/:role_name",
    operations: {
      read: operation({
        summary: "Read a role",
        served: "locally",
        input: named,
        output: roleData,
        async run({ role_name }, { storage }: Scene) {
          const role = await roles.read(storage, roleName(role_name));
          if (!role) throw new Problem("absent", "");
          return { data: shownRole(role) };
        },
      }),
      write: operation({
        summary: "Make a role, or change what is given of it",
        served: "by-primary",
        input: named.extend(roleFields),
        exists: async ({ role_name }, { storage }: Scene) =>
          (await roles.read(storage, roleName(role_name))) !== undefined,
        run({ role_name, ...wish }, scene: Scene) {
          const name = roleName(role_name);
          return scene.exclusive("roles", async () => {
            const old = await roles.read(scene.storage, name);
            const role = reviseRole(old, wish, scene);
            await scene.storage.commit(await changesFor(name, { old, role, storage: scene.storage }));
            const warnings = roleWarnings(role, scene.leaseLimits().maxSeconds);
            return warnings.length > 0 ? { warnings } : undefined;
          });
        },
      }),
      delete: operation({
        summary: "Delete a role and its secret ids; tokens that were issued stay until their end",
        served: "by-primary",
        input: named,
        run({ role_name }, scene: Scene) {
          const name = roleName(role_name);
          return scene.exclusive("roles", async () => {
            const role = await roles.read(scene.storage, name);
            if (!role) return undefined;
            // First the role: nobody logs in with what is left of it when this is cut short, and tidying finds it.
            await scene.storage.commit([roleIds.remove(role.roleId), roles.remove(name)]);
            await forgetSecretIds(role.uuid, scene);
            return undefined;
          });
        },
      }),
    },
  },
];
