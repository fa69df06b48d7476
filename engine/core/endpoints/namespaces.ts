import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { trimSlashes } from "../../api/values/trim-ends.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { Namespace } from "../namespaces/namespace.ts";
import type { NamespaceEnds } from "../namespaces/namespace-ends.ts";
import { checkNamespaceLimits, checkNamespaceName, revisedMetadata } from "../namespaces/namespace-rules.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
import type { Realm } from "../namespaces/realm.ts";
import { randomName, uuid } from "../naming/random-names.ts";
import type { SystemContext } from "../system-context.ts";

const idLength = 5;

const shape = z.object({ id: z.string(), path: z.string(), custom_metadata: z.record(z.string(), z.string()) });

const named = z.object({
  path: field.name.meta({ description: "Name of the namespace within the current one." }),
});
const described = named.extend({ custom_metadata: field.object.optional() });

const listData = z.object({ keys: z.array(z.string()), key_info: z.record(z.string(), shape) });

/** Endpoints `sys/namespaces` (reference documentation, "/sys/namespaces"). */
export function namespaceEndpoints({
  namespaces,
  ends,
  entropy,
  most,
}: {
  namespaces: Namespaces;
  ends: NamespaceEnds;
  entropy: Entropy;
  most: number;
}): readonly Endpoint<SystemContext>[] {
  const below = (parent: Realm, typed: string) => {
    const path = `${parent.namespace.path}${trimSlashes(typed)}/`;
    return namespaces.all().find(({ namespace }) => namespace.path === path);
  };
  const serving = (parent: Realm, typed: string) => {
    const found = below(parent, typed);
    if (!found || found.namespace.ending) throw new Problem("absent", "");
    return found;
  };

  function newId(): string {
    for (;;) {
      const id = randomName(entropy, idLength);
      if (!namespaces.byId(id)) return id;
    }
  }

  async function create(parent: Realm, name: string, metadata: Namespace["metadata"]): Promise<Realm> {
    checkNamespaceLimits(parent.namespace, { count: namespaces.all().length - 1, most });
    const taken = parent.mounts.conflict("secret", `${name}/`);
    if (taken !== undefined) {
      throw new Problem("refused", `namespace ${quoted(`${name}/`)} conflicts with the mount at ${quoted(taken)}`);
    }
    const path = `${parent.namespace.path}${name}/`;
    return namespaces.save({ id: newId(), uuid: uuid(entropy), path, metadata });
  }

  return [
    {
      path: "sys/namespaces",
      operations: {
        list: operation({
          summary: "List the direct children of this namespace",
          served: "locally",
          input: noInput,
          output: listData,
          async run(_, { realm }: SystemContext) {
            const children = namespaces.childrenOf(realm).filter(({ namespace }) => !namespace.ending);
            if (children.length === 0) throw new Problem("absent", "");
            const infos = children.map(({ namespace }): [string, JsonObject] => [
              namespace.path.slice(realm.namespace.path.length),
              describe(namespace),
            ]);
            return { data: { keys: infos.map(([key]) => key), key_info: Object.fromEntries(infos) } };
          },
        }),
      },
    },
    {
      path: "sys/namespaces/*path",
      operations: {
        read: operation({
          summary: "Read a namespace",
          served: "locally",
          input: named,
          output: shape,
          run: async ({ path }, { realm }: SystemContext) => ({ data: describe(serving(realm, path).namespace) }),
        }),
        write: operation({
          summary: "Create a namespace, or replace its metadata",
          served: "by-primary",
          input: described,
          output: shape,
          async run({ path, custom_metadata }, { realm }: SystemContext) {
            const name = trimSlashes(path);
            checkNamespaceName(name);
            // Excludes concurrent requests that mount at this path or create this namespace.
            return realm.mounts.alone(async () => {
              const found = below(realm, name);
              if (found?.namespace.ending) {
                throw new Problem("refused", `namespace ${quoted(`${name}/`)} is being deleted`);
              }
              const metadata = revisedMetadata({}, custom_metadata ?? found?.namespace.metadata ?? {});
              const { namespace } = found
                ? await namespaces.save({ ...found.namespace, metadata })
                : await create(realm, name, metadata);
              return { data: describe(namespace) };
            });
          },
        }),
        patch: operation({
          summary: "Change some metadata of a namespace",
          served: "by-primary",
          input: described,
          output: shape,
          async run({ path, custom_metadata = {} }, { realm }: SystemContext) {
            return realm.mounts.alone(async () => {
              const { namespace } = serving(realm, path);
              const metadata = revisedMetadata(namespace.metadata, custom_metadata);
              return { data: describe((await namespaces.save({ ...namespace, metadata })).namespace) };
            });
          },
        }),
        delete: operation({
          summary: "Delete a namespace with its contents, revoking its tokens and leases",
          served: "by-primary",
          input: named,
          async run({ path }, { realm }: SystemContext) {
            const found = below(realm, path);
            if (!found) return undefined;
            const [child] = namespaces.childrenOf(found);
            if (child) {
              const fullPath = quoted(found.namespace.path);
              throw new Problem(
                "refused",
                `cannot delete namespace ${fullPath}: it contains ${quoted(child.namespace.path)}`,
              );
            }
            await ends.end(found);
            return undefined;
          },
        }),
      },
    },
  ];
}

function describe({ id, path, metadata }: Namespace): JsonObject {
  return { custom_metadata: metadata, id, path };
}
