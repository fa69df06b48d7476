import { z } from "zod";
import type { Answer } from "../../../api/answer.ts";
import { foldedNamedInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import { removeEntity } from "../../identity/changes/remove-entity.ts";
import { type EntityRequest, writeEntity } from "../../identity/changes/write-entity.ts";
import type { Alias, Entity } from "../../identity/records/entity.ts";
import { entityListShape, entityShape } from "../../identity/shapes.ts";
import { type Mounts, shownEntity, shownMount } from "../../identity/shown.ts";
import type { SystemContext } from "../../system-context.ts";
import { listEndpoints } from "./list.ts";

const fields = {
  id: field.text.meta({ description: "Id of the entity to change" }).optional(),
  name: field.text
    .meta({ description: "Name of the entity, or its new name; a random name if it is missing" })
    .optional(),
  metadata: field.pairs.optional(),
  policies: field.foldedList.meta({ description: "Policies of its tokens, in addition to their own" }).optional(),
  disabled: field.boolean.meta({ description: "Whether its tokens and logins are refused" }).optional(),
};

const made = z.object({ aliases: z.null(), id: z.string(), name: z.string() });

async function write(request: EntityRequest, { realm: { identity } }: SystemContext): Promise<Answer | undefined> {
  const entity = await writeEntity(identity.identityStore, request);
  return entity && { data: { aliases: null, id: entity.id, name: entity.name } };
}

async function read(entity: Entity | undefined, { realm }: SystemContext): Promise<Answer> {
  if (!entity) throw new Problem("absent", "");
  return { data: await shownEntity(entity, realm) };
}

const writing = { served: "by-primary", output: made, statuses: [200, 204], run: write } as const;
const removing = { served: "by-primary" } as const;

const byId: Endpoint<SystemContext> = {
  path: "identity/entity/id/:id",
  operations: {
    read: operation({
      summary: "Read an entity",
      served: "locally",
      input: z.object({ id: field.name }),
      output: entityShape,
      run: async ({ id }, context: SystemContext) =>
        read(await context.realm.identity.identityStore.records.entity(id), context),
    }),
    write: operation({ summary: "Change an entity", ...writing, input: z.object({ ...fields, id: field.name }) }),
    delete: operation({
      summary: "Delete an entity: its tokens become invalid",
      ...removing,
      input: z.object({ id: field.name }),
      async run({ id }, { realm: { identity } }: SystemContext) {
        await removeEntity(identity.identityStore, () => identity.identityStore.records.entity(id));
        return undefined;
      },
    }),
  },
};

const byName: Endpoint<SystemContext> = {
  path: "identity/entity/name/*name",
  operations: {
    read: operation({
      summary: "Read an entity by its name",
      served: "locally",
      input: foldedNamedInput,
      output: entityShape,
      run: async ({ name }, context: SystemContext) =>
        read(await context.realm.identity.identityStore.records.entityByName(name), context),
    }),
    write: operation({
      summary: "Create or change an entity by its name",
      ...writing,
      input: z.object({ ...fields, name: field.foldedName }),
    }),
    delete: operation({
      summary: "Delete an entity by its name",
      ...removing,
      input: foldedNamedInput,
      async run({ name }, { realm: { identity } }: SystemContext) {
        await removeEntity(identity.identityStore, () => identity.identityStore.records.entityByName(name));
        return undefined;
      },
    }),
  },
};

/** Endpoints below `identity/entity` (W3.8-01, W3.8-02, W3.8-03). */
export const entityEndpoints: readonly Endpoint<SystemContext>[] = [
  {
    path: "identity/entity",
    operations: {
      write: operation({ summary: "Create or change an entity", ...writing, input: z.object(fields) }),
    },
  },
  {
    path: "identity/entity/batch-delete",
    operations: {
      write: operation({
        summary: "Delete several entities",
        ...removing,
        input: z.object({ entity_ids: field.list.default([]) }),
        async run({ entity_ids }, { realm: { identity } }: SystemContext) {
          if (entity_ids.length === 0) throw new Problem("refused", "missing entity ids to delete");
          for (const id of entity_ids) {
            await removeEntity(identity.identityStore, () => identity.identityStore.records.entity(id));
          }
          return undefined;
        },
      }),
    },
  },
  ...listEndpoints("entity", "entities", {
    listShape: entityListShape,
    rows: (realm) => realm.identity.identityStore.records.entities(),
    listed: async (entity, realm, mounts) =>
      listed(entity.name, await realm.identity.identityStore.records.aliasesOf(entity), mounts),
  }),
  byId,
  byName,
];

function listed(name: string, aliases: readonly Alias[], mounts: Mounts): JsonObject {
  if (aliases.length === 0) return { name };
  return { aliases: aliases.map((alias) => ({ id: alias.id, name: alias.name, ...shownMount(alias, mounts) })), name };
}
