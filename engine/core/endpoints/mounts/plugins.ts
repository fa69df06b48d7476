import { z } from "zod";
import { namesData, noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import { isBuiltInType } from "../../mounts/built-in-mounts.ts";
import type { MountTable } from "../../mounts/mount-table.ts";
import { uuid } from "../../naming/random-names.ts";
import type { SystemContext } from "../../system-context.ts";
import { builtInVersion } from "./describe-mount.ts";
import { kindAndPath, type MountServices } from "./mount-services.ts";

const kinds = ["auth", "database", "secret"] as const;

type PluginKind = (typeof kinds)[number];

const typeFields = z.object({ type: field.name });
const pluginFields = z.object({ type: field.name, name: field.name });
const anyPluginFields = z.looseObject({ type: field.name, name: field.name });
const reloadFields = z.object({
  plugin: field.text.default(""),
  mounts: field.list.default([]),
  scope: field.text.default("").meta({ description: "Accepted but ignored: a reload affects only this cluster." }),
});

const names = z.array(z.string());
const catalogData = z.object({
  auth: names,
  database: names,
  secret: names,
  detailed: z.array(
    z.object({
      builtin: z.boolean(),
      deprecation_status: z.string(),
      name: z.string(),
      type: z.enum(kinds),
      version: z.string(),
    }),
  ),
});
const pluginData = z.object({
  args: z.null(),
  builtin: z.boolean(),
  command: z.string(),
  deprecation_status: z.string(),
  name: z.string(),
  sha256: z.string(),
  version: z.string(),
});
const reloadData = z.object({ reload_id: z.string() });

/** Endpoints below `sys/plugins`: the catalog of the built-in plugins, and reloads of plugins (W3.11-03, W3.11-04). */
export function pluginEndpoints({ entropy }: Pick<MountServices, "entropy">): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/plugins/catalog",
      operations: {
        read: operation({
          summary: "List all plugins",
          served: "locally",
          input: noInput,
          output: catalogData,
          async run(_, { realm: { mounts } }: SystemContext) {
            const names = kinds.map((kind) => [kind, namesOf(kind, mounts)] as const);
            const detailed = names.flatMap(([type, all]) =>
              all.map((name) => ({
                builtin: true,
                deprecation_status: "supported",
                name,
                type,
                version: builtInVersion,
              })),
            );
            return { data: { ...Object.fromEntries(names), detailed } };
          },
        }),
      },
    },
    {
      path: "sys/plugins/catalog/:type",
      operations: {
        list: operation({
          summary: "List the plugins of a type",
          served: "locally",
          sudo: true,
          input: typeFields,
          output: namesData,
          run: async ({ type }, { realm: { mounts } }: SystemContext) => ({
            data: { keys: namesOf(kindOf(type), mounts) },
          }),
        }),
      },
    },
    {
      path: "sys/plugins/catalog/:type/:name",
      operations: {
        read: operation({
          summary: "Read a plugin",
          served: "locally",
          sudo: true,
          input: pluginFields,
          output: pluginData,
          async run({ type, name }, { realm: { mounts } }: SystemContext) {
            if (!namesOf(kindOf(type), mounts).includes(name)) throw new Problem("absent", "");
            const deprecation_status = "supported";
            const data = { args: null, builtin: true, command: "", deprecation_status, name, sha256: "" };
            return { data: { ...data, version: builtInVersion } };
          },
        }),
        write: operation({
          summary: "Register a plugin: always refused, because all plugins are built in",
          served: "locally",
          sudo: true,
          input: anyPluginFields,
          async run() {
            throw new Problem("refused", "external plugins are not supported; all plugins are built in");
          },
        }),
      },
    },
    {
      path: "sys/plugins/reload/backend",
      operations: {
        write: operation({
          summary: "Close and open mounts again, selected by plugin or by path",
          served: "locally",
          sudo: true,
          input: reloadFields,
          output: reloadData,
          async run({ plugin, mounts: paths }, { realm: { mounts } }: SystemContext) {
            if (plugin !== "" && paths.length > 0)
              throw new Problem("refused", "plugin and mounts cannot be set at the same time");
            if (plugin === "" && paths.length === 0) throw new Problem("refused", "plugin or mounts must be provided");
            const named = paths.map((path) => kindAndPath(path));
            const selected = mounts
              .all()
              .filter(({ mount, type }) =>
                plugin === ""
                  ? named.some(({ kind, path }) => kind === mount.kind && path === mount.path)
                  : type.type === plugin || (type.plugins?.includes(plugin) ?? false),
              );
            for (const open of selected) await mounts.reopen(open);
            return { data: { reload_id: uuid(entropy) } };
          },
        }),
      },
    },
  ];
}

function kindOf(type: string): PluginKind {
  const found = kinds.find((kind) => kind === type);
  if (!found) throw new Problem("refused", `${JSON.stringify(type)} is not a supported plugin type`);
  return found;
}

function namesOf(kind: PluginKind, mounts: MountTable): readonly string[] {
  const types = mounts.types().filter((type) => !isBuiltInType(type.kind, type.type));
  const names =
    kind === "database"
      ? types.flatMap(({ plugins = [] }) => plugins)
      : types.flatMap((type) => (type.kind === kind ? [type.type] : []));
  return names.toSorted();
}
