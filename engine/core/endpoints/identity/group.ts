import { z } from "zod";
import type { Answer } from "../../../api/answer.ts";
import { foldedNamedInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { bounded, field } from "../../../api/field.ts";
import { defaultBounds } from "../../../api/fields/field-bounds.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import { usualRequestLimits } from "../../../api/requests/request-limits.ts";
import { removeGroup, writeGroup } from "../../identity/changes/write-group.ts";
import type { Group } from "../../identity/records/group.ts";
import { groupListShape, groupShape } from "../../identity/shapes.ts";
import { type Mounts, shownGroup, shownMount } from "../../identity/shown.ts";
import type { SystemContext } from "../../system-context.ts";
import { listEndpoints } from "./list.ts";

const members = bounded.list({ ...defaultBounds.document, items: usualRequestLimits.bodyValues });

const fields = {
  id: field.text.meta({ description: "Id of the group to change" }).optional(),
  name: field.text
    .meta({ description: "Name of the group, or its new name; a random name if it is missing" })
    .optional(),
  type: field.text.meta({ description: "internal (default) or external" }).optional(),
  metadata: field.pairs.optional(),
  policies: field.foldedList
    .meta({ description: "Policies of its members' tokens, in addition to their own" })
    .optional(),
  member_entity_ids: members.optional(),
  member_group_ids: members.optional(),
};

type Input = z.output<z.ZodObject<typeof fields>>;

async function write(input: Input, { realm: { identity } }: SystemContext): Promise<Answer | undefined> {
  const { member_entity_ids: memberEntityIds, member_group_ids: memberGroupIds, ...rest } = input;
  const group = await writeGroup(identity.identityStore, { ...rest, memberEntityIds, memberGroupIds });
  return group && { data: { id: group.id, name: group.name } };
}

async function read(group: Group | undefined, { realm }: SystemContext): Promise<Answer> {
  if (!group) throw new Problem("absent", "");
  return { data: await shownGroup(group, realm) };
}

const writing = {
  served: "by-primary",
  longBody: "list",
  output: z.object({ id: z.string(), name: z.string() }),
  statuses: [200, 204],
  run: write,
} as const;

const byId: Endpoint<SystemContext> = {
  path: "identity/group/id/:id",
  operations: {
    read: operation({
      summary: "Read a group",
      served: "locally",
      input: z.object({ id: field.name }),
      output: groupShape,
      run: async ({ id }, context: SystemContext) =>
        read(await context.realm.identity.identityStore.records.group(id), context),
    }),
    write: operation({ summary: "Change a group", ...writing, input: z.object({ ...fields, id: field.name }) }),
    delete: operation({
      summary: "Delete a group",
      served: "by-primary",
      input: z.object({ id: field.name }),
      async run({ id }, { realm: { identity } }: SystemContext) {
        await removeGroup(identity.identityStore, () => identity.identityStore.records.group(id));
        return undefined;
      },
    }),
  },
};

const byName: Endpoint<SystemContext> = {
  path: "identity/group/name/*name",
  operations: {
    read: operation({
      summary: "Read a group by its name",
      served: "locally",
      input: foldedNamedInput,
      output: groupShape,
      run: async ({ name }, context: SystemContext) =>
        read(await context.realm.identity.identityStore.records.groupByName(name), context),
    }),
    write: operation({
      summary: "Create or change a group by its name",
      ...writing,
      input: z.object({ ...fields, name: field.foldedName }).omit({ id: true }),
    }),
    delete: operation({
      summary: "Delete a group by its name",
      served: "by-primary",
      input: foldedNamedInput,
      async run({ name }, { realm: { identity } }: SystemContext) {
        await removeGroup(identity.identityStore, () => identity.identityStore.records.groupByName(name));
        return undefined;
      },
    }),
  },
};

/** Endpoints below `identity/group` (W3.8-07, W3.8-08). */
export const groupEndpoints: readonly Endpoint<SystemContext>[] = [
  {
    path: "identity/group",
    operations: { write: operation({ summary: "Create or change a group", ...writing, input: z.object(fields) }) },
  },
  ...listEndpoints("group", "groups", {
    listShape: groupListShape,
    rows: (realm) => realm.identity.identityStore.records.groups(),
    listed: async (group, realm, mounts) =>
      listed(group, await realm.identity.identityStore.records.parentIdsOf(group.id), mounts),
  }),
  byId,
  byName,
];

function listed({ name, memberEntityIds, alias }: Group, parentIds: readonly string[], mounts: Mounts): JsonObject {
  return {
    ...(alias ? { alias: { id: alias.id, name: alias.name, ...shownMount(alias, mounts) } } : {}),
    name,
    num_member_entities: memberEntityIds.length,
    num_parent_groups: parentIds.length,
  };
}
