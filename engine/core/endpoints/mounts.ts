import type { Endpoint } from "../../api/endpoint.ts";
import type { MountKind } from "../mounts/mount-type.ts";
import type { SystemContext } from "../system-context.ts";
import { disableOperation } from "./mounts/disable.ts";
import { enableOperation } from "./mounts/enable.ts";
import { listOperation, readOperation } from "./mounts/listing.ts";
import type { MountServices } from "./mounts/mount-services.ts";
import { pluginEndpoints } from "./mounts/plugins.ts";
import { remountEndpoints } from "./mounts/remount.ts";
import { tuneEndpoint } from "./mounts/tune.ts";
import { uiMountsEndpoints } from "./mounts/ui-mounts.ts";

/** Endpoints for mounts: `sys/mounts`, `sys/auth`, `sys/remount`, plugins, UI mount lists (W3.3-01 to W3.3-15). */
export function mountEndpoints(services: MountServices): readonly Endpoint<SystemContext>[] {
  return [
    tuneEndpoint("sys/mounts", ""),
    tuneEndpoint("sys/auth", "auth/"),
    ...endpointsOf("secret", "sys/mounts", services),
    ...endpointsOf("auth", "sys/auth", services),
    ...remountEndpoints(services),
    ...uiMountsEndpoints,
    ...pluginEndpoints(services),
  ];
}

function endpointsOf(kind: MountKind, base: string, services: MountServices): readonly Endpoint<SystemContext>[] {
  return [
    { path: base, operations: { read: listOperation(kind) } },
    {
      path: `${base}/*path`,
      operations: {
        read: readOperation(kind),
        write: enableOperation(kind, services),
        delete: disableOperation(kind, services),
      },
    },
  ];
}
