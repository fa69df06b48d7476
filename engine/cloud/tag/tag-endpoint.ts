import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { roleName, roles } from "../role/role.ts";
import { newTagValue, tagWarnings } from "./new-tag.ts";

/** Endpoint that creates a role tag. The service does not store role tags (CLOUD-TAG-01). */
export const tagEndpoint: Endpoint<HandlerContext> = {
  path: "role/:role/tag",
  operations: {
    write: operation({
      summary: "Create the value of a role tag",
      served: "by-primary",
      input: z.object({
        role: field.foldedName,
        policies: field.list
          .meta({ description: "Some of the role's; none for `default` alone, left out for all of them." })
          .optional(),
        max_ttl: field.seconds.default(0),
        instance_id: field.text.meta({ description: "The one instance that may use it." }).default(""),
        allow_instance_migration: field.boolean.default(false),
        disallow_reauthentication: field.boolean.default(false),
      }),
      output: z.object({ tag_key: z.string(), tag_value: z.string() }),
      async run(request, context: HandlerContext) {
        const name = roleName(request.role);
        const role = await roles.read(context.storage, name);
        if (!role) throw new Problem("refused", `entry not found for role ${name}`);
        if (role.authType !== "ec2" || role.tagKey === "") {
          throw new Problem("refused", "tag creation is not enabled for this role");
        }
        const data = { tag_key: role.tagKey, tag_value: newTagValue(request, role, context) };
        const warnings = tagWarnings(request, role, context.leaseLimits().maxSeconds);
        return warnings.length > 0 ? { data, warnings } : { data };
      },
    }),
  },
};
