import { z } from "zod";
import type { Answer } from "../../../api/answer.ts";
import { noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation, type Served } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import { removeAlias } from "../../identity/changes/remove-alias.ts";
import { writeAlias } from "../../identity/changes/write-alias.ts";
import { aliasListShape, singleAliasShape } from "../../identity/shapes.ts";
import { mountsOf, shownAlias, shownMount } from "../../identity/shown.ts";
import type { SystemContext } from "../../system-context.ts";

const fields = {
  id: field.text.meta({ description: "Id of the alias to change" }).optional(),
  name: field.text.meta({ description: "Name of the entity at the mount" }).optional(),
  mount_accessor: field.text.meta({ description: "Accessor of the mount" }).optional(),
  canonical_id: field.text.meta({ description: "Id of the entity; an entity is created if it is missing" }).optional(),
  entity_id: field.text
    .meta({ description: "Deprecated: use canonical_id.", deprecated: true, sets: "canonical_id" })
    .optional(),
  custom_metadata: field.pairs.optional(),
};

type Input = z.output<z.ZodObject<typeof fields>>;

async function servedBy({ id = "", mount_accessor = "" }: Input, { realm }: SystemContext): Promise<Served> {
  const found = id === "" ? undefined : await realm.identity.identityStore.records.aliasById(id);
  const local = found ? found.alias.local : mountsOf(realm).get(mount_accessor)?.local;
  return local ? "locally" : "by-primary";
}

async function write(input: Input, { realm }: SystemContext): Promise<Answer | undefined> {
  const request = {
    id: input.id,
    name: input.name,
    mountAccessor: input.mount_accessor,
    entityId: input.canonical_id || input.entity_id,
    customMetadata: input.custom_metadata,
  };
  const written = await writeAlias(realm.identity, request, mountsOf(realm));
  return written && { data: { canonical_id: written.entityId, id: written.id } };
}

const writing = {
  served: servedBy,
  output: z.object({ canonical_id: z.string(), id: z.string() }),
  statuses: [200, 204],
  run: write,
};

/** Endpoints below `identity/entity-alias` and its deprecated names (W3.8-05, W3.8-06). */
export const aliasEndpoints: readonly Endpoint<SystemContext>[] = ["entity-alias", "alias", "persona"].flatMap((name) =>
  under(`identity/${name}`),
);

function under(base: string): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: base,
      operations: {
        write: operation({ summary: "Create or change an alias of an entity", ...writing, input: z.object(fields) }),
      },
    },
    {
      path: `${base}/id`,
      operations: {
        list: operation({
          summary: "List the aliases of entities",
          served: "locally",
          input: noInput,
          output: aliasListShape,
          run: async (_, context: SystemContext) => list(context),
        }),
      },
    },
    {
      path: `${base}/id/:id`,
      operations: {
        read: operation({
          summary: "Read an alias of an entity",
          served: "locally",
          input: z.object({ id: field.name }),
          output: singleAliasShape,
          async run({ id }, { realm }: SystemContext) {
            const found = await realm.identity.identityStore.records.aliasById(id);
            if (!found) throw new Problem("absent", "");
            const shown = shownAlias(found.alias, found.entity.id, mountsOf(realm));
            return { data: { ...shown, namespace_id: realm.namespace.id } };
          },
        }),
        write: operation({
          summary: "Change an alias of an entity",
          ...writing,
          input: z.object({ ...fields, id: field.name }),
        }),
        delete: operation({
          summary: "Delete an alias of an entity",
          served: servedBy,
          input: z.object({ id: field.name }),
          async run({ id }, { realm }: SystemContext) {
            await removeAlias(realm.identity, id);
            return undefined;
          },
        }),
      },
    },
  ];
}

async function list({ realm }: SystemContext): Promise<Answer> {
  const { records } = realm.identity.identityStore;
  const mounts = mountsOf(realm);
  const info: [string, JsonObject][] = [];
  for await (const entity of records.entities()) {
    for (const alias of await records.aliasesOf(entity)) {
      const { name, local, customMetadata } = alias;
      const shown = { canonical_id: entity.id, custom_metadata: customMetadata, local, name };
      info.push([alias.id, { ...shown, ...shownMount(alias, mounts) }]);
    }
  }
  if (info.length === 0) throw new Problem("absent", "");
  return { data: { key_info: Object.fromEntries(info), keys: info.map(([id]) => id).sort() } };
}
