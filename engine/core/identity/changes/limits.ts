import { Problem } from "../../../api/problem.ts";
import { requireName } from "../../naming/path-rule.ts";

/** Maximum number of policies of an entity or a group. All of them are looked up for its tokens. */
export const maxPolicies = 1000;

/** Fields of an entity, an alias or a group that have a maximum size. */
type BoundedFields = Readonly<{ name?: string | undefined; policies?: readonly string[] | undefined }>;

/** Throws a Problem "refused" for a name that no path can contain, or for too many policies. */
export function requireLimits({ name = "", policies = [] }: BoundedFields): void {
  if (name !== "") requireName("name", name);
  if (policies.length > maxPolicies) throw tooMany("policies", `${maxPolicies} names`);
}

/** Member fields of a group, which have a maximum size. */
type MemberFields = Readonly<{
  memberEntityIds?: readonly string[] | undefined;
  memberGroupIds?: readonly string[] | undefined;
}>;

/** Throws a Problem "refused" for a group with more than `most` entities or groups. */
export function requireMemberCount({ memberEntityIds = [], memberGroupIds = [] }: MemberFields, most: number): void {
  if (memberEntityIds.length > most) throw tooMany("member_entity_ids", `${most} ids`);
  if (memberGroupIds.length > most) throw tooMany("member_group_ids", `${most} ids`);
}

function tooMany(field: string, most: string): Problem {
  return new Problem("refused", `${field} may hold ${most} at the most`);
}
