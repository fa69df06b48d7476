import { Problem } from "../../../api/problem.ts";
import { requireName } from "../../naming/path-rule.ts";

export const maxPolicies = 1000;

type BoundedFields = Readonly<{ name?: string | undefined; policies?: readonly string[] | undefined }>;

/** Throws a Problem "refused" if the name is invalid or if there are too many policies. An empty name is accepted. */
export function requireLimits({ name = "", policies = [] }: BoundedFields): void {
  if (name !== "") requireName("name", name);
  if (policies.length > maxPolicies) throw tooMany("policies", `${maxPolicies} names`);
}

type MemberFields = Readonly<{
  memberEntityIds?: readonly string[] | undefined;
  memberGroupIds?: readonly string[] | undefined;
}>;

/** Throws a Problem "refused" if there are more than `most` member entities, or more than `most` member groups. */
export function requireMemberCount({ memberEntityIds = [], memberGroupIds = [] }: MemberFields, most: number): void {
  if (memberEntityIds.length > most) throw tooMany("member_entity_ids", `${most} ids`);
  if (memberGroupIds.length > most) throw tooMany("member_group_ids", `${most} ids`);
}

function tooMany(field: string, most: string): Problem {
  return new Problem("refused", `${field} may hold ${most} at the most`);
}
