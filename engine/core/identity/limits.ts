import { Problem } from "../../api/problem.ts";
import { requireName } from "../naming/path-rule.ts";

/** Policies of one entity or group: each is looked up for its tokens. */
export const maxPolicies = 1000;

/** What of an entity, an alias or a group can grow. */
type Growing = Readonly<{ name?: string | undefined; policies?: readonly string[] | undefined }>;

/** Throws a Problem "refused" for a name that no path can hold, and for too many policies. */
export function requireMeasure({ name = "", policies = [] }: Growing): void {
  if (name !== "") requireName("name", name);
  if (policies.length > maxPolicies) throw refused("policies", `${maxPolicies} names`);
}

/** What of a group can grow besides. */
type Gathering = Readonly<{
  memberEntityIds?: readonly string[] | undefined;
  memberGroupIds?: readonly string[] | undefined;
}>;

/** Throws a Problem "refused" for a group of more than `most` members of a kind. */
export function requireMemberCount({ memberEntityIds = [], memberGroupIds = [] }: Gathering, most: number): void {
  if (memberEntityIds.length > most) throw refused("member_entity_ids", `${most} ids`);
  if (memberGroupIds.length > most) throw refused("member_group_ids", `${most} ids`);
}

function refused(field: string, most: string): Problem {
  return new Problem("refused", `${field} may hold ${most} at the most`);
}
