import { z } from "zod";
import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { connectionNamed } from "../connections/connection.ts";
import { checkAllowed } from "../roles/allowed-roles.ts";
import { shownStaticCredentials, staticRoles } from "../roles/static-role.ts";

const credentialsData = z.object({
  username: z.string(),
  password: field.secret,
  ttl: z.int(),
  rotation_period: z.int(),
  last_vault_rotation: z.string(),
});

export const staticCredentialsEndpoint: Endpoint<HandlerContext> = {
  path: "static-creds/:name",
  operations: {
    read: operation({
      summary: "Read the current credentials of a static role",
      served: "locally",
      input: namedInput,
      output: credentialsData,
      async run({ name }, { storage, clock }: HandlerContext) {
        const role = await staticRoles.read(storage, name);
        if (!role) throw new Problem("refused", `unknown role: ${name}`);
        checkAllowed(name, await connectionNamed(role.connection, storage));
        return { data: shownStaticCredentials(role, clock.now()) };
      },
    }),
  },
};
