import { z } from "zod";
import { namesData, noInput } from "../../../api/common-shapes.ts";
import type { Endpoint } from "../../../api/endpoint.ts";
import { operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import type { SystemContext } from "../../system-context.ts";
import {
  describeTokenRole,
  reviseTokenRole,
  shownTokenRole,
  tokenRoleFields,
  tokenRoles,
} from "../../tokens/token-roles.ts";

const list = operation({
  summary: "List the token roles",
  served: "locally",
  input: noInput,
  output: namesData,
  async run(_, { realm }: SystemContext) {
    const keys = await tokenRoles.names(realm.storage);
    if (keys.length === 0) throw new Problem("absent", "");
    return { data: { keys } };
  },
});

export const roleEndpoints: readonly Endpoint<SystemContext>[] = [
  { path: "auth/token/roles", operations: { list } },
  {
    path: "auth/token/roles/:role_name",
    operations: {
      read: operation({
        summary: "Read a token role",
        served: "locally",
        input: z.object({ role_name: field.name }),
        output: shownTokenRole,
        async run({ role_name: name }, { realm }: SystemContext) {
          const role = await tokenRoles.read(realm.storage, name);
          if (!role) throw new Problem("absent", "");
          return { data: describeTokenRole(role) };
        },
      }),
      write: operation({
        summary: "Create a token role, or change the given settings",
        served: "by-primary",
        input: z.object(tokenRoleFields),
        exists: async ({ role_name: name }, { realm }: SystemContext) =>
          (await tokenRoles.read(realm.storage, name)) !== undefined,
        async run({ role_name: name, ...request }, { realm: { storage } }: SystemContext) {
          const role = reviseTokenRole(name, await tokenRoles.read(storage, name), request);
          await storage.commit([tokenRoles.put(name, role)]);
          return undefined;
        },
      }),
      delete: operation({
        summary: "Delete a token role; its tokens stay but cannot be renewed",
        served: "by-primary",
        input: z.object({ role_name: field.name }),
        async run({ role_name: name }, { realm: { storage } }: SystemContext) {
          await storage.commit([tokenRoles.remove(name)]);
          return undefined;
        },
      }),
    },
  },
];
