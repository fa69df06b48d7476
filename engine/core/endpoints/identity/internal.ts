import { z } from "zod";
import { noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { internalPaths } from "../../identity/logins/logins.ts";
import type { SystemContext } from "../../system-context.ts";

/** Endpoints that secondaries call on the primary to create entities, and to store the metadata of logins. */
export const internalEndpoints: readonly Endpoint<SystemContext>[] = [
  {
    path: internalPaths.login,
    operations: {
      write: operation({
        summary: "Find or create the entity of a login",
        served: "by-primary",
        internal: true,
        input: z.object({ mount_accessor: field.text, name: field.text, metadata: field.pairs.default({}) }),
        async run({ mount_accessor, name, metadata }, { realm: { identity } }: SystemContext) {
          return { data: { id: await identity.logins.admit(mount_accessor, { name, metadata }) } };
        },
      }),
    },
  },
  {
    path: internalPaths.entity,
    operations: {
      write: operation({
        summary: "Create an entity for a login at a local mount",
        served: "by-primary",
        internal: true,
        input: noInput,
        async run(_, { realm: { identity } }: SystemContext) {
          return { data: { id: (await identity.logins.newEntity()).id } };
        },
      }),
    },
  },
];
