import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import type { Cloud } from "../../ports/cloud.ts";
import type { Provider } from "../provider.ts";
import { providerClient } from "../provider-api/provider-client.ts";
import { type Release, storedIn, supportedSettings } from "../release.ts";
import { leaseWarnings, requirePeriodWithin } from "./lease-bounds.ts";
import { type ClientFor, withPrincipalIds } from "./resolve-principals.ts";
import { reviseRole } from "./revise-role.ts";
import { roleName, roles, shownRole } from "./role.ts";
import { roleFields, roleRequest } from "./role-fields.ts";

const named = z.object({ role: field.foldedName });

type RoleEndpointsOptions = Readonly<{ cloud: Cloud; provider: Provider; release: Release }>;

export function roleEndpoints({ cloud, provider, release }: RoleEndpointsOptions): readonly Endpoint<HandlerContext>[] {
  const summary = "List the names of the roles";
  return [
    roleEndpoint({ cloud, provider, release }),
    namesEndpoint("roles", summary, roles.names),
    namesEndpoint("role", summary, roles.names),
  ];
}

function roleEndpoint({ cloud, provider, release }: RoleEndpointsOptions): Endpoint<HandlerContext> {
  return {
    path: "role/:role",
    operations: {
      read: operation({
        summary: "Read a role",
        served: "locally",
        input: named,
        async run(input, { storage }: HandlerContext) {
          const role = await roles.read(storage, roleName(input.role));
          if (!role) throw new Problem("absent", "");
          return { data: shownRole(role, provider) };
        },
      }),
      write: operation({
        summary: "Create a role, or change the given fields of a role",
        served: "by-primary",
        input: roleFields(provider),
        exists: async (input, { storage }: HandlerContext) =>
          (await roles.read(storage, roleName(input.role))) !== undefined,
        run(input, context: HandlerContext) {
          const name = roleName(input.role);
          return context.withLock(`role/${name}`, async () => {
            const old = await roles.read(context.storage, name);
            const request = supportedSettings(release, roleRequest(input, provider));
            const revised = reviseRole(request, { old, entropy: context.entropy, provider });
            const { maxSeconds } = context.leaseLimits();
            requirePeriodWithin(revised.tokens, maxSeconds);
            const clientFor: ClientFor = (account) => providerClient({ cloud, context, account });
            const role = await withPrincipalIds(revised, { request, old, clientFor });
            await context.storage.commit([roles.put(name, storedIn(release, role))]);
            const warnings = leaseWarnings(role.tokens, maxSeconds);
            return warnings.length > 0 ? { warnings } : undefined;
          });
        },
      }),
      delete: operation({
        summary: "Delete a role",
        served: "by-primary",
        input: named,
        run(input, context: HandlerContext) {
          const name = roleName(input.role);
          return context.withLock(`role/${name}`, async () => {
            await context.storage.commit([roles.remove(name)]);
            return undefined;
          });
        },
      }),
    },
  };
}
