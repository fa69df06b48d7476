import { Problem, quoted } from "../../api/problem.ts";
import { randomText, uuid } from "../../core/naming/random-names.ts";
import { defaultTokenSettings, reviseTokenSettings } from "../../core/tokens/token-settings.ts";
import type { Entropy } from "../../ports/entropy.ts";
import { inferredRegionField, type Provider, resolveUniqueIdsField } from "../provider.ts";
import { endsInWildcard } from "./binding.ts";
import { type InstanceRules, reviseInstanceRules } from "./instance-rules.ts";
import type { Role } from "./role.ts";
import { instanceBounds, type RoleWish } from "./role-fields.ts";

/** Characters of the key that makes tags genuine: of six bits each, as many as its HMAC has. */
const secretCharacters = 43;

/**
 * The role that comes of `wish`: `old` with what is wished, or a new one. Throws a Problem with the reference's text
 * when it is not acceptable (reference-facts.md, 2.9, in that order).
 */
export function reviseRole(wish: RoleWish, { old, entropy, provider }: Revision): Role {
  const id = old?.id ?? uuid(entropy);
  const authType = authTypeOf(wish, old);
  const resolveUniqueIds = wish.resolveUniqueIds ?? old?.resolveUniqueIds ?? true;
  if (old?.resolveUniqueIds && !resolveUniqueIds) {
    throw refused(`changing ${resolveUniqueIdsField(provider)} from true to false is not allowed`);
  }
  const particulars =
    authType === "ec2"
      ? { authType, ...instanceRules(wish, { old, entropy, provider }) }
      : { authType, boundPrincipalArns: boundPrincipals(wish, { old, resolveUniqueIds, provider }) };
  const tokens = reviseTokenSettings(old?.tokens ?? defaultTokenSettings, wish);
  return { id, resolveUniqueIds, tokens, ...particulars };
}

type Revision = Readonly<{ old: Role | undefined; entropy: Entropy; provider: Provider }>;

function instanceRules(wish: RoleWish, { old, entropy, provider }: Revision): InstanceRules {
  if (wish.inferred_entity_type) throw refused("specified inferred_entity_type but didn't allow iam auth_type");
  refuseInferencing(wish, provider);
  if ((wish.bound_iam_principal_arn ?? []).length > 0) {
    throw refused("specified bound_iam_principal_arn but not specifying iam auth_type");
  }
  const newSecret = () => randomText(entropy, secretCharacters);
  return reviseInstanceRules(wish, { old: old?.authType === "ec2" ? old : undefined, newSecret });
}

function boundPrincipals(
  wish: RoleWish,
  { old, resolveUniqueIds, provider }: Pick<Revision, "old" | "provider"> & Readonly<{ resolveUniqueIds: boolean }>,
): readonly string[] {
  const bound = wish.bound_iam_principal_arn ?? (old?.authType === "iam" ? old.boundPrincipalArns : []);
  if (resolveUniqueIds) requireWildcards(bound, provider);
  refuseInferencing(wish, provider);
  refuseInstanceBounds(wish);
  if (bound.length === 0) throw refused("at least one bound parameter should be specified on the role");
  refuseInstanceOptions(wish);
  return bound;
}

function refused(text: string): Problem {
  return new Problem("refused", text);
}

function authTypeOf({ auth_type: wished }: RoleWish, old: Role | undefined): Role["authType"] {
  const authType = wished ?? old?.authType ?? "iam";
  if (authType !== "iam" && authType !== "ec2") throw refused(`unrecognized auth_type: ${authType}`);
  if (old && authType !== old.authType) throw refused("changing auth_type on a role is not allowed");
  return authType;
}

/** Unique ids come from IAM, which the method does not ask yet; a wildcard has none. */
function requireWildcards(arns: readonly string[], provider: Provider): void {
  const unresolved = arns.find((arn) => !endsInWildcard(arn));
  if (unresolved === undefined) return;
  const remedy = `use a trailing wildcard or set ${resolveUniqueIdsField(provider)} to false`;
  throw refused(`unable to resolve ARN ${quoted(unresolved)} to internal ID: not supported yet; ${remedy}`);
}

function refuseInferencing({ inferred_entity_type: type = "", inferredRegion = "" }: RoleWish, provider: Provider) {
  const regionField = inferredRegionField(provider);
  if (type === "") {
    if (inferredRegion !== "") throw refused(`specified ${regionField} but not inferred_entity_type`);
    return;
  }
  if (type !== "ec2_instance") throw refused(`specified invalid inferred_entity_type: ${type}`);
  if (inferredRegion === "") throw refused(`specified inferred_entity_type but not ${regionField}`);
  throw refused("inferred_entity_type ec2_instance is not supported yet");
}

/** An iam role without inferencing checks none of them (cloud-auth-api.md, "Role"). */
function refuseInstanceBounds(wish: RoleWish): void {
  const unchecked = instanceBounds.find((name) => (wish[name] ?? []).length > 0);
  if (unchecked === undefined) return;
  const ways = unchecked === "bound_region" ? "ec2 auth_type" : "ec2 auth_type or inferring ec2_instance";
  throw refused(`specified ${unchecked} but not specifying ${ways}`);
}

/** Refused even when `false`, as on the reference: they say nothing of a principal. */
function refuseInstanceOptions(wish: RoleWish): void {
  for (const name of ["disallow_reauthentication", "allow_instance_migration"] as const) {
    if (wish[name] !== undefined) throw refused(`specified ${name} when not using ec2 auth type`);
  }
  if (wish.role_tag) throw refused("tried to enable role_tag when not using ec2 auth method");
}
