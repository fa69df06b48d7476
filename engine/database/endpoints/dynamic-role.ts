import { z } from "zod";
import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import type { Certificates } from "../../ports/certificates.ts";
import { connections } from "../connections/connection.ts";
import { checkCertificates } from "../credentials/check-certificates.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import { checkName } from "../roles/check-name.ts";
import { checkSupported } from "../roles/credential-type.ts";
import { dynamicRoleFields, dynamicRoles, reviseDynamicRole, roleLock } from "../roles/dynamic-role.ts";
import { staticRoles } from "../roles/static-role.ts";

const writing = z.object({ name: field.name, ...dynamicRoleFields.writing });
const role = z.object(dynamicRoleFields.output);

export function dynamicRoleEndpoints(certificates: Certificates): readonly Endpoint<HandlerContext>[] {
  return [
    namesEndpoint("roles", "List the dynamic roles", dynamicRoles.names),
    {
      path: "roles/:name",
      operations: {
        read: operation({
          summary: "Read a dynamic role",
          served: "locally",
          input: namedInput,
          output: role,
          async run({ name }, { storage }: HandlerContext) {
            const found = await dynamicRoles.read(storage, name);
            if (!found) throw new Problem("absent", "");
            return { data: dynamicRoleFields.shown(found) };
          },
        }),
        write: operation({
          summary: "Create or change a dynamic role",
          served: "by-primary",
          input: writing,
          exists: async ({ name }, { storage }: HandlerContext) =>
            (await dynamicRoles.read(storage, name)) !== undefined,
          run: ({ name, ...request }, context: HandlerContext) =>
            context.withLock(roleLock(name), async () => {
              const { storage } = context;
              checkName("the name of the role", name);
              const revised = reviseDynamicRole(await dynamicRoles.read(storage, name), request);
              const connection = await connections.read(storage, revised.connection);
              // A missing connection is reported only when credentials are requested.
              const plugin = connection && pluginNamed(connection.pluginName);
              checkCertificates(revised.credentialConfig, context, { certificates, form: plugin?.usernames });
              if (await staticRoles.read(storage, name)) {
                throw new Problem("refused", "Role and Static Role names must be unique");
              }
              if (plugin) checkSupported(revised.credentialType, plugin);
              await storage.commit([dynamicRoles.put(name, revised)]);
              return undefined;
            }),
        }),
        delete: operation({
          summary: "Delete a dynamic role; its users stay until their leases end",
          served: "by-primary",
          input: namedInput,
          run: ({ name }, context: HandlerContext) =>
            context.withLock(roleLock(name), async () => {
              await context.storage.commit([dynamicRoles.remove(name)]);
              return undefined;
            }),
        }),
      },
    },
  ];
}
