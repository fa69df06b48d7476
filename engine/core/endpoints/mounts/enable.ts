import { z } from "zod";
import { operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem, quoted } from "../../../api/problem.ts";
import { systemLeaseSeconds } from "../../leases/lease-times.ts";
import { isBuiltInType, newMount } from "../../mounts/built-in-mounts.ts";
import type { Mount, MountKind } from "../../mounts/mount-type.ts";
import { requirePath } from "../../naming/path-rule.ts";
import type { SystemContext } from "../../system-context.ts";
import { type MountServices, mountPath, namespaceConflict } from "./mount-services.ts";
import { leaseSeconds, parseSettings, resolveType, type SettingsRequest, withSettings } from "./mount-settings.ts";

const enabling = z.object({
  path: field.name,
  type: field.text.default(""),
  description: field.text.default(""),
  local: field.boolean.default(false).meta({ description: "Whether the mount is local to this cluster." }),
  seal_wrap: field.boolean.default(false),
  external_entropy_access: field.boolean.default(false),
  plugin_version: field.text.optional(),
  config: field.object.default({}),
  options: field.pairs.optional(),
});

export function enableOperation(kind: MountKind, { entropy, namespaces }: MountServices) {
  return operation({
    summary: kind === "auth" ? "Enable an auth method" : "Enable a secrets engine",
    // A secondary creates local mounts itself.
    served: ({ local }) => (local ? "locally" : "by-primary"),
    sudo: kind === "auth",
    input: enabling,
    async run(input, { realm }: SystemContext) {
      const request = parseSettings(input.config);
      const times = leaseTimes(request);
      if (input.type === "") throw new Problem("refused", "backend type must be specified as a string");
      const path = mountPath(input.path);
      requirePath("path", path);
      if (kind === "secret") realm.mounts.checkOpen(path);
      const { type, options } = resolveType(kind, input.type);
      if (isBuiltInType(kind, type)) throw notMountable(kind, type);
      await realm.mounts.alone(async () => {
        const taken = realm.mounts.conflict(kind, path) ?? namespaceConflict(realm, namespaces, { kind, path });
        if (taken !== undefined) throw new Problem("refused", `path is already in use at ${taken}`);
        const mountType = realm.mounts.typeOf(kind, type);
        const allOptions = { ...input.options, ...options };
        mountType.checkOptions?.(allOptions);
        const mount: Mount = {
          ...newMount({ kind, type, path, namespace: realm.namespace.id }, entropy),
          ...times,
          description: input.description,
          local: input.local,
          options: Object.keys(allOptions).length > 0 || input.options ? allOptions : null,
          ...(request.force_no_cache ? { forceNoCache: true } : {}),
          ...(input.seal_wrap ? { sealWrap: true } : {}),
          ...(input.external_entropy_access ? { externalEntropyAccess: true } : {}),
        };
        const plugin_version = input.plugin_version ?? request.plugin_version;
        await realm.mounts.save(withSettings(mount, { ...request, plugin_version }));
      });
      return undefined;
    },
  });
}

function leaseTimes(request: SettingsRequest): Pick<Mount, "defaultLeaseSeconds" | "maxLeaseSeconds"> {
  const seconds = (name: string, text: string | undefined) => {
    try {
      return leaseSeconds(text, 0);
    } catch (error) {
      throw new Problem("refused", `unable to parse ${name} TTL of ${text}: ${(error as Error).message}`);
    }
  };
  const defaultLeaseSeconds = seconds("default", request.default_lease_ttl);
  const maxLeaseSeconds = seconds("max", request.max_lease_ttl);
  if (maxLeaseSeconds > 0 && defaultLeaseSeconds > maxLeaseSeconds) {
    throw new Problem("refused", "given default lease TTL greater than given max lease TTL");
  }
  if (maxLeaseSeconds === 0 && defaultLeaseSeconds > systemLeaseSeconds) {
    const message = `given default lease TTL greater than system max lease TTL of ${systemLeaseSeconds}`;
    throw new Problem("refused", message);
  }
  return { defaultLeaseSeconds, maxLeaseSeconds };
}

function notMountable(kind: MountKind, type: string): Problem {
  if (kind === "auth") return new Problem("refused", "token credential backend cannot be instantiated");
  return new Problem("refused", `mount type of ${quoted(type)} is not mountable`);
}
