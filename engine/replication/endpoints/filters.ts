import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { SystemContext } from "../../core/system-context.ts";
import { filterModes } from "../filters/paths-filter.ts";
import type { Replication } from "../replication.ts";

const path = "sys/replication/performance";

const named = z.object({
  id: field.name.meta({
    description: "The secondary's `cluster_id` as in its status, or the name it was given.",
  }),
});

const filtered = z.object({
  dynamic_filtered_mounts: z.array(z.string()),
  dynamic_filtered_namespaces: z.array(z.string()),
});

const filterData = z.object({ mode: z.enum(filterModes), paths: z.array(z.string()) });
const filterFields = named.extend({
  mode: field.text
    .default("allow")
    .meta({ description: "`allow`: it gets what is listed. `deny`: it gets all but what is listed." }),
  paths: field.list
    .default([])
    .meta({ description: "Whole paths of mounts, those of auth methods with `auth/`, and of namespaces." }),
});

export function filterEndpoints({ filters }: Replication): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: `${path}/primary/paths-filter/:id`,
      operations: {
        read: operation({
          summary: "Read the paths filter of a secondary",
          served: "locally",
          input: named,
          output: filterData,
          async run({ id }) {
            const { mode, paths } = await filters.read(id);
            return { data: { mode, paths } };
          },
        }),
        write: operation({
          summary: "Write the paths filter of a secondary",
          served: "locally",
          input: filterFields,
          async run({ id, mode, paths }) {
            await filters.write(id, { mode, paths });
            return undefined;
          },
        }),
        delete: operation({
          summary: "Delete the paths filter of a secondary",
          served: "locally",
          input: named,
          async run({ id }) {
            await filters.remove(id);
            return undefined;
          },
        }),
      },
    },
    {
      path: `${path}/primary/dynamic-filter/:id`,
      operations: {
        read: operation({
          summary: "Read the paths that are filtered from a secondary",
          served: "locally",
          input: named,
          output: filtered,
          run: async ({ id }) => ({ data: await filters.onPrimary(id) }),
        }),
      },
    },
    {
      path: `${path}/secondary/dynamic-filter/:id`,
      operations: {
        read: operation({
          summary: "Read the paths that are filtered from this secondary",
          served: "locally",
          input: named,
          output: filtered,
          run: async ({ id }) => ({ data: filters.onSecondary(id) }),
        }),
      },
    },
  ];
}
