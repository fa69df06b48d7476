import { Problem } from "../../api/problem.ts";
import type { TokenRequest } from "../mounts/mount-type.ts";
import { fullPath, type OpenMount } from "../mounts/open-mount.ts";
import type { TokenOrder } from "./token-order.ts";
import { cleanPolicies } from "./token-policies.ts";
import { usesOf } from "./uses.ts";

/**
 * Returns the properties of the token to create for a login; `entityId` is "" for none. Throws a Problem "refused" if
 * the policies include `root`.
 */
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

function loginTokenType(mount: OpenMount["mount"]["tokenType"], role: TokenRequest["type"]): "service" | "batch" {
  if (mount === "service" || mount === "batch") return mount;
  return role ?? (mount === "default-batch" ? "batch" : "service");
}
