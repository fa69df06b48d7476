import { Problem } from "../../api/problem.ts";
import type { TokenRequest } from "../mounts/mount-type.ts";
import { fullPath, type OpenMount } from "../mounts/open-mount.ts";
import type { TokenOrder } from "./token-order.ts";
import { cleanPolicies } from "./token-policies.ts";
import { usesOf } from "./uses.ts";

/** Returns the token to create for a login (`entityId` "": without an entity). Throws a Problem for policy `root`. */
export function loginOrder(open: OpenMount, path: string, request: TokenRequest, entityId: string): TokenOrder {
  const { namespace, mount, context } = open;
  const { defaultSeconds, maxSeconds } = context.leaseLimits();
  const policies = cleanPolicies(request.policies, { addDefault: !request.noDefaultPolicy });
  if (policies.includes("root")) throw new Problem("refused", "auth methods cannot create root tokens");
  const { ttlSeconds, maxTtlSeconds } = request;
  return {
    wanted: {
      type: loginTokenType(mount.tokenType, request.type),
      namespace: namespace.id,
      entityId,
      policies,
      path: `${fullPath(mount)}${path}`,
      metadata: request.metadata,
      displayName: request.displayName,
      explicitMaxTtlSeconds: request.explicitMaxTtlSeconds,
      periodSeconds: request.periodSeconds,
      uses: usesOf(request.uses),
      boundCidrs: request.boundCidrs,
      mount: mount.uuid,
      internal: request.internal,
    },
    limits: { ttlSeconds, maxTtlSeconds, defaultSeconds, longestSeconds: maxSeconds },
  };
}

/** Returns the type of the token: the mount's type if it is fixed, else the role's, else the mount's default. */
function loginTokenType(mount: OpenMount["mount"]["tokenType"], role: TokenRequest["type"]): "service" | "batch" {
  if (mount === "service" || mount === "batch") return mount;
  return role ?? (mount === "default-batch" ? "batch" : "service");
}
