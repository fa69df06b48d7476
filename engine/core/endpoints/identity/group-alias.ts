import { z } from "zod";
import type { Answer } from "../../../api/answer.ts";
import { noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import { removeGroupAlias, writeGroupAlias } from "../../identity/changes/write-group-alias.ts";
import { aliasListShape, singleAliasShape } from "../../identity/shapes.ts";
import { mountsOf, shownAlias, shownMount } from "../../identity/shown.ts";
import type { SystemContext } from "../../system-context.ts";

const fields = {
  id: field.text.meta({ description: "Id of the alias to change" }).optional(),
  name: field.text.meta({ description: "Name of the group at the mount" }).default(""),
  mount_accessor: field.text.meta({ description: "Accessor of the mount" }).default(""),
  canonical_id: field.text
    .meta({ description: "Id of an external group; a group is created if it is missing" })
    .default(""),
};

type Input = z.output<z.ZodObject<typeof fields>>;

async function write(input: Input, { realm }: SystemContext): Promise<Answer | undefined> {
  const { mount_accessor: mountAccessor, canonical_id: groupId, ...rest } = input;
  const written = await writeGroupAlias(
    realm.identity.identityStore,
    { ...rest, mountAccessor, groupId },
    mountsOf(realm),
  );
  return written && { data: { canonical_id: written.groupId, id: written.id } };
}

const writing = {
  served: "by-primary",
  output: z.object({ canonical_id: z.string(), id: z.string() }),
  statuses: [200, 204],
  run: write,
} as const;

export const groupAliasEndpoints: readonly Endpoint<SystemContext>[] = [
  {
    path: "identity/group-alias",
    operations: {
      write: operation({
        summary: "Create or change an alias of an external group",
        ...writing,
        input: z.object(fields),
      }),
    },
  },
  {
    path: "identity/group-alias/id",
    operations: {
      list: operation({
        summary: "List the aliases of groups",
        served: "locally",
        input: noInput,
        output: aliasListShape,
        async run(_, { realm }: SystemContext) {
          const mounts = mountsOf(realm);
          const info: [string, JsonObject][] = [];
          for await (const { id, alias } of realm.identity.identityStore.records.groups()) {
            if (!alias) continue;
            const { name, local, customMetadata } = alias;
            const shown = { canonical_id: id, custom_metadata: customMetadata, local, name };
            info.push([alias.id, { ...shown, ...shownMount(alias, mounts) }]);
          }
          if (info.length === 0) throw new Problem("absent", "");
          return { data: { key_info: Object.fromEntries(info), keys: info.map(([id]) => id).sort() } };
        },
      }),
    },
  },
  {
    path: "identity/group-alias/id/:id",
    operations: {
      read: operation({
        summary: "Read an alias of a group",
        served: "locally",
        input: z.object({ id: field.name }),
        output: singleAliasShape,
        async run({ id }, { realm }: SystemContext) {
          const group = await realm.identity.identityStore.records.groupByAliasId(id);
          if (!group?.alias) throw new Problem("absent", "");
          const shown = shownAlias(group.alias, group.id, mountsOf(realm));
          return { data: { ...shown, namespace_id: realm.namespace.id } };
        },
      }),
      write: operation({
        summary: "Change an alias of a group",
        ...writing,
        input: z.object({ ...fields, id: field.name }),
      }),
      delete: operation({
        summary: "Delete an alias of a group",
        served: "by-primary",
        input: z.object({ id: field.name }),
        async run({ id }, { realm: { identity } }: SystemContext) {
          await removeGroupAlias(identity.identityStore, id);
          return undefined;
        },
      }),
    },
  },
];
