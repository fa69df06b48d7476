import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { isJsonObject, type JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { LeaseLife } from "../lease-life.ts";
import { absolutePath, type MountTable } from "../mount-table.ts";
import type { Mount, MountKind } from "../mount-type.ts";
import { rootNamespace } from "../namespace.ts";
import { randomName, uuid } from "../naming.ts";
import type { SystemScene } from "../system-scene.ts";

const enabling = z.object({
  path: field.name,
  type: field.text.default(""),
  description: field.text.default(""),
  local: field.boolean.default(false),
  config: field.object.default({}),
  options: field.object.optional(),
});

const leaseTimes = z.object({ default_lease_ttl: field.seconds.default(0), max_lease_ttl: field.seconds.default(0) });

/** `sys/mounts` and `sys/auth`, which behave alike (reference-wire.md, 3.3). */
export function mountEndpoints(services: { leases: LeaseLife; entropy: Entropy }): readonly Endpoint<SystemScene>[] {
  return [...endpointsOf("secret", "sys/mounts", services), ...endpointsOf("auth", "sys/auth", services)];
}

function endpointsOf(
  kind: MountKind,
  base: string,
  { leases, entropy }: { leases: LeaseLife; entropy: Entropy },
): readonly Endpoint<SystemScene>[] {
  const open = (mounts: MountTable) => mounts.all().filter(({ mount }) => mount.kind === kind);
  const find = (mounts: MountTable, path: string) => open(mounts).find(({ mount }) => mount.path === `${path}/`);
  const absent = (path: string) =>
    new Problem("refused", kind === "auth" ? `No auth engine at ${path}/` : `No secret engine mount at ${path}/`);
  return [
    {
      path: base,
      operations: {
        read: operation({
          summary: `List what is mounted under ${base}`,
          served: "locally",
          input: z.object({}),
          run: async (_, { realm: { mounts } }: SystemScene) => ({
            raised: true,
            data: Object.fromEntries([
              ...builtIn[kind],
              ...open(mounts).map(({ mount }): [string, JsonObject] => [mount.path, describeMount(mount)]),
            ]),
          }),
        }),
      },
    },
    {
      path: `${base}/*path`,
      operations: {
        read: operation({
          summary: "Read one mount",
          served: "locally",
          input: z.object({ path: field.name }),
          async run({ path }, { realm: { mounts } }: SystemScene) {
            const found = find(mounts, path);
            if (!found) throw absent(path);
            return { raised: true, data: describeMount(found.mount) };
          },
        }),
        write: operation({
          summary: kind === "auth" ? "Enable an auth method" : "Enable a secrets engine",
          // What is local is this cluster's own affair, whomever it follows.
          served: ({ local }) => (local ? "locally" : "by-primary"),
          input: enabling,
          async run(input, { realm: { namespace, mounts } }: SystemScene) {
            // Tuning has its own place one day; until then it must not pass for a mount of that name.
            if (input.path.endsWith("/tune")) throw new Problem("unsupported path", "unsupported path");
            if (input.type === "") throw new Problem("refused", "backend type must be specified as a string");
            const path = `${input.path}/`;
            const type = mounts.typeOf(kind, input.type);
            mounts.checkFree(kind, path);
            const times = leaseTimes.safeParse(input.config);
            if (!times.success) {
              const issue = times.error.issues[0];
              throw new Problem(
                "refused",
                `error converting input for field "config.${String(issue?.path[0])}": ${issue?.message}`,
              );
            }
            const options = isJsonObject(input.options)
              ? Object.fromEntries(Object.entries(input.options).map(([name, value]) => [name, String(value)]))
              : null;
            type.checkOptions?.(options ?? {});
            const { default_lease_ttl, max_lease_ttl } = times.data;
            if (max_lease_ttl > 0 && default_lease_ttl > max_lease_ttl) {
              throw new Problem("refused", "given default lease TTL greater than given max lease TTL");
            }
            await mounts.save({
              uuid: uuid(entropy),
              namespace: namespace.id,
              kind,
              type: type.type,
              path,
              accessor: `${kind === "auth" ? "auth_" : ""}${type.type}_${randomName(entropy, 8).toLowerCase()}`,
              description: input.description,
              local: input.local,
              defaultLeaseSeconds: default_lease_ttl,
              maxLeaseSeconds: max_lease_ttl,
              options,
            });
            return undefined;
          },
        }),
        delete: operation({
          summary: kind === "auth" ? "Disable an auth method" : "Disable a secrets engine, revoking its leases",
          served: "by-primary",
          input: z.object({ path: field.name }),
          async run({ path }, { realm: { mounts } }: SystemScene) {
            if (builtIn[kind].some(([name]) => name === `${path}/`)) {
              throw new Problem(
                "refused",
                kind === "auth" ? "token credential backend cannot be disabled" : `cannot unmount "${path}/"`,
              );
            }
            const found = find(mounts, path);
            if (!found) return undefined;
            for (const id of await leases.below(absolutePath(found))) await leases.revoke(id);
            await mounts.remove(found);
            return undefined;
          },
        }),
      },
    },
  ];
}

function describeMount(mount: Mount): JsonObject {
  return {
    accessor: mount.accessor,
    config: {
      default_lease_ttl: mount.defaultLeaseSeconds,
      force_no_cache: false,
      max_lease_ttl: mount.maxLeaseSeconds,
      ...(mount.kind === "auth" ? { token_type: "default-service" } : {}),
    },
    deprecation_status: "supported",
    description: mount.description,
    external_entropy_access: false,
    local: mount.local,
    options: mount.options,
    plugin_version: "",
    running_plugin_version: "",
    running_sha256: "",
    seal_wrap: false,
    type: mount.type,
    uuid: mount.uuid,
  };
}

/** What every cluster has and nobody mounts. */
const builtIn: Readonly<Record<MountKind, readonly [string, JsonObject][]>> = {
  secret: [["sys/", builtInMount("system", "system endpoints used for control, policy and debugging")]],
  auth: [["token/", builtInMount("token", "token based credentials")]],
};

function builtInMount(type: string, description: string): JsonObject {
  return describeMount({
    uuid: type,
    namespace: rootNamespace.id,
    kind: type === "token" ? "auth" : "secret",
    type,
    path: "",
    accessor: `${type}_00000000`,
    description,
    local: false,
    defaultLeaseSeconds: 0,
    maxLeaseSeconds: 0,
    options: null,
  });
}
