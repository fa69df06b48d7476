import { Problem } from "../../api/problem.ts";
import { randomText, uuid } from "../../core/naming/random-names.ts";
import { defaultTokenSettings, reviseTokenSettings } from "../../core/tokens/token-settings.ts";
import type { Entropy } from "../../ports/entropy.ts";
import { inferredRegionField, type Provider, resolveUniqueIdsField } from "../provider.ts";
import { reviseInferring } from "./inferring.ts";
import { type InstanceRules, reviseInstanceRules } from "./instance-rules.ts";
import type { PrincipalRole, Role } from "./role.ts";
import type { RoleRequest } from "./role-fields.ts";

/** Length of the secret that signs role tags, in characters of six bits: at least as many bits as the HMAC. */
const secretCharacters = 43;

type Revision = Readonly<{ old: Role | undefined; entropy: Entropy; provider: Provider }>;

/**
 * Returns `old` changed by a write, or a new role. The unique ids of bound principals stay those of
 * `old`; the caller must update them. Throws a Problem if the result is invalid (W4.2-02, W4.2-04).
 */
export function reviseRole(request: RoleRequest, { old, entropy, provider }: Revision): Role {
  const id = old?.id ?? uuid(entropy);
  const authType = authTypeOf(request, old);
  const resolveUniqueIds = request.resolveUniqueIds ?? old?.resolveUniqueIds ?? true;
  if (old?.resolveUniqueIds && !resolveUniqueIds) {
    throw new Problem("refused", `changing ${resolveUniqueIdsField(provider)} from true to false is not allowed`);
  }
  const particulars =
    authType === "ec2"
      ? { authType, ...instanceRules(request, { old, entropy, provider }) }
      : { authType, ...principalRules(request, { old, provider }) };
  const tokens = reviseTokenSettings(old?.tokens ?? defaultTokenSettings, request);
  return { id, resolveUniqueIds, tokens, ...particulars };
}

function instanceRules(request: RoleRequest, { old, entropy, provider }: Revision): InstanceRules {
  if (request.inferred_entity_type)
    throw new Problem("refused", "specified inferred_entity_type but didn't allow iam auth_type");
  if (request.inferredRegion)
    throw new Problem("refused", `specified ${inferredRegionField(provider)} but not inferred_entity_type`);
  if ((request.bound_iam_principal_arn ?? []).length > 0) {
    throw new Problem("refused", "specified bound_iam_principal_arn but not specifying iam auth_type");
  }
  const newSecret = () => randomText(entropy, secretCharacters);
  return reviseInstanceRules(request, { old: old?.authType === "ec2" ? old : undefined, newSecret });
}

function principalRules(
  request: RoleRequest,
  { old: before, provider }: Pick<Revision, "old" | "provider">,
): Pick<PrincipalRole, "boundPrincipalArns" | "principalIds" | "inferring"> {
  const old = before?.authType === "iam" ? before : undefined;
  const boundPrincipalArns = request.bound_iam_principal_arn ?? old?.boundPrincipalArns ?? [];
  const inferring = reviseInferring(request, { old: old?.inferring, provider });
  const instanceLists = inferring ? Object.values(inferring.bounds) : [];
  if ([boundPrincipalArns, ...instanceLists].every((list) => list.length === 0)) {
    throw new Problem("refused", "at least one bound parameter should be specified on the role");
  }
  refuseInstanceOptions(request);
  const principalIds = old?.principalIds ?? [];
  return { boundPrincipalArns, principalIds, ...(inferring ? { inferring } : undefined) };
}

function authTypeOf({ auth_type: requested }: RoleRequest, old: Role | undefined): Role["authType"] {
  const authType = requested ?? old?.authType ?? "iam";
  if (authType !== "iam" && authType !== "ec2") throw new Problem("refused", `unrecognized auth_type: ${authType}`);
  if (old && authType !== old.authType) throw new Problem("refused", "changing auth_type on a role is not allowed");
  return authType;
}

/**
 * Throws a Problem if a write of a role for principals sets options of instance roles, as the reference does: a role
 * tag key, or a Boolean option even with the value `false`.
 */
function refuseInstanceOptions(request: RoleRequest): void {
  for (const name of ["disallow_reauthentication", "allow_instance_migration"] as const) {
    if (request[name] !== undefined) throw new Problem("refused", `specified ${name} when not using ec2 auth type`);
  }
  if (request.role_tag) throw new Problem("refused", "tried to enable role_tag when not using ec2 auth method");
}
