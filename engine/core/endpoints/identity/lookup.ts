import { z } from "zod";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import { entityShape, groupShape } from "../../identity/shapes.ts";
import { shownEntity, shownGroup } from "../../identity/shown.ts";
import type { SystemContext } from "../../system-context.ts";

const query = z.object({
  id: field.text.optional(),
  name: field.text.optional(),
  alias_id: field.text.optional(),
  alias_name: field.text.meta({ description: "Requires alias_mount_accessor" }).optional(),
  alias_mount_accessor: field.text.meta({ description: "Requires alias_name" }).optional(),
});

type Query = z.output<typeof query>;

type Lookup<T> = Readonly<{
  byId: (id: string) => Promise<T | undefined>;
  byName: (name: string) => Promise<T | undefined>;
  byAliasId: (id: string) => Promise<T | undefined>;
  byAliasName: (mountAccessor: string, name: string) => Promise<T | undefined>;
}>;

/** Endpoints below `identity/lookup`. If no object is found, the response is 204 (W3.8-04). */
export const lookupEndpoints: readonly Endpoint<SystemContext>[] = [
  {
    path: "identity/lookup/entity",
    operations: {
      write: operation({
        summary: "Look up an entity",
        served: "locally",
        statuses: [200, 204],
        input: query,
        output: entityShape,
        async run(asked, { realm }: SystemContext) {
          const { records } = realm.identity.identityStore;
          const entity = await find(asked, {
            byId: (id) => records.entity(id),
            byName: (name) => records.entityByName(name),
            byAliasId: async (id) => (await records.aliasById(id))?.entity,
            byAliasName: async (accessor, name) => (await records.aliasByName(accessor, name))?.entity,
          });
          return entity && { data: await shownEntity(entity, realm) };
        },
      }),
    },
  },
  {
    path: "identity/lookup/group",
    operations: {
      write: operation({
        summary: "Look up a group",
        served: "locally",
        statuses: [200, 204],
        input: query,
        output: groupShape,
        async run(asked, { realm }: SystemContext) {
          const { records } = realm.identity.identityStore;
          const group = await find(asked, {
            byId: (id) => records.group(id),
            byName: (name) => records.groupByName(name),
            byAliasId: (id) => records.groupByAliasId(id),
            byAliasName: (accessor, name) => records.groupByAliasName(accessor, name),
          });
          return group && { data: await shownGroup(group, realm) };
        },
      }),
    },
  },
];

function find<T>(asked: Query, { byId, byName, byAliasId, byAliasName }: Lookup<T>): Promise<T | undefined> {
  const { id, name, alias_id, alias_name, alias_mount_accessor } = asked;
  const count = Object.values(asked).filter((value) => value !== undefined).length;
  if (count === 0) throw new Problem("refused", "query parameter not supplied");
  if (count === 2 && alias_name && alias_mount_accessor) return byAliasName(alias_mount_accessor, alias_name);
  if (count > 1) {
    throw new Problem("refused", "query parameter conflict; please supply distinct set of query parameters");
  }
  if (alias_name || alias_mount_accessor) {
    throw new Problem("refused", "both 'alias_name' and 'alias_mount_accessor' needs to be set");
  }
  if (id) return byId(id);
  if (name) return byName(name);
  return alias_id ? byAliasId(alias_id) : Promise.resolve(undefined);
}
