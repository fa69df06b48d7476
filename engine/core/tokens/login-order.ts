import { Problem } from "../../api/problem.ts";
import type { TokenRequest } from "../mounts/mount-type.ts";
import { fullPath, type OpenMount } from "../mounts/open-mount.ts";
import type { TokenOrder } from "./token-order.ts";
import { cleanPolicies } from "./token-policies.ts";
import { usesOf } from "./uses.ts";

/** The token that a login of an entity ("" for none) at a mount gives. Throws a Problem when it would be a root token. */
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

/** A mount may insist on a type, or leave it to the role. */
function loginTokenType(mount: OpenMount["mount"]["tokenType"], role: TokenRequest["type"]): "service" | "batch" {
  if (mount === "service" || mount === "batch") return mount;
  return role ?? (mount === "default-batch" ? "batch" : "service");
}
