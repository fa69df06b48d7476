import { z } from "zod";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import { mergeEntities } from "../../identity/changes/merge-entities.ts";
import type { SystemContext } from "../../system-context.ts";

export const mergeEndpoint: Endpoint<SystemContext> = {
  path: "identity/entity/merge",
  operations: {
    write: operation({
      summary: "Merge several entities into one",
      served: "by-primary",
      input: z.object({
        from_entity_ids: field.list.default([]),
        to_entity_id: field.text.default(""),
        conflicting_alias_ids_to_keep: field.list
          .meta({ description: "Ids of the aliases to keep where both entities have one at the same mount" })
          .default([]),
        force: field.boolean.meta({ description: "Without effect, as MFA is not supported" }).default(false),
      }),
      async run(input, { realm: { identity } }: SystemContext) {
        const { to_entity_id: toId, from_entity_ids: fromIds, conflicting_alias_ids_to_keep: keptAliasIds } = input;
        if (toId === "") throw new Problem("refused", "missing entity id to merge to");
        if (fromIds.length === 0) throw new Problem("refused", "missing entity ids to merge from");
        await mergeEntities(identity.identityStore, { fromIds, toId, keptAliasIds });
        return undefined;
      },
    }),
  },
};
