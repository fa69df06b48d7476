import { z } from "zod";
import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { Scene } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import { connections } from "../connection.ts";
import { checkSupported, credentialTypes } from "../credential-type.ts";
import { dynamicRoleFields, dynamicRoles, reviseDynamicRole, roleDeed, shownDynamicRole } from "../dynamic-role.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import { staticRoles } from "../static-role.ts";

const texts = z.array(z.string());
const shownRole = z.object({
  db_name: z.string(),
  creation_statements: texts,
  revocation_statements: texts,
  rollback_statements: texts,
  renew_statements: texts,
  default_ttl: z.int(),
  max_ttl: z.int(),
  credential_type: z.enum(credentialTypes),
  credential_config: z.record(z.string(), z.string()),
});

/** Roles that new users are made for. Source: database-api.md, "Endpoints". */
export const dynamicRoleEndpoints: readonly Endpoint<Scene>[] = [
  namesEndpoint("roles", "List the dynamic roles", dynamicRoles.names),
  {
    path: "roles/:name",
    operations: {
      read: operation({
        summary: "Read a dynamic role",
        served: "locally",
        input: namedInput,
        output: shownRole,
        async run({ name }, { storage }: Scene) {
          const role = await dynamicRoles.read(storage, name);
          if (!role) throw new Problem("absent", "");
          return { data: shownDynamicRole(role) };
        },
      }),
      write: operation({
        summary: "Define a dynamic role",
        served: "by-primary",
        input: dynamicRoleFields,
        exists: async ({ name }, { storage }: Scene) => (await dynamicRoles.read(storage, name)) !== undefined,
        run: (wish, scene: Scene) =>
          scene.exclusive(roleDeed(wish.name), async () => {
            const { storage } = scene;
            const role = reviseDynamicRole(await dynamicRoles.read(storage, wish.name), wish);
            if (await staticRoles.read(storage, wish.name)) {
              throw new Problem("refused", "Role and Static Role names must be unique");
            }
            const connection = await connections.read(storage, role.connection);
            // a connection that is not there yet is judged when credentials are asked for
            if (connection) checkSupported(role.credentialType, pluginNamed(connection.pluginName));
            await storage.commit([dynamicRoles.put(wish.name, role)]);
            return undefined;
          }),
      }),
      delete: operation({
        summary: "Forget a dynamic role; its users stay until their leases end",
        served: "by-primary",
        input: namedInput,
        run: ({ name }, scene: Scene) =>
          scene.exclusive(roleDeed(name), async () => {
            await scene.storage.commit([dynamicRoles.remove(name)]);
            return undefined;
          }),
      }),
    },
  },
];
