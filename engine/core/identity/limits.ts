import { Problem } from "../../api/problem.ts";

/** Characters of a name: it stands in every list. */
const longestName = 1024;

/** Policies of one entity or group: each is looked up for its tokens. */
const mostPolicies = 1000;

/** Members of one group: it is one value, and one entry of the write log, of some two megabytes then. */
const mostMembers = 50_000;

/** What of an entity, an alias or a group can grow. */
type Growing = Readonly<{
  name?: string | undefined;
  policies?: readonly string[] | undefined;
  memberEntityIds?: readonly string[] | undefined;
  memberGroupIds?: readonly string[] | undefined;
}>;

/** Throws a Problem "refused" for what is larger than anybody needs. */
export function requireMeasure({ name = "", policies = [], memberEntityIds = [], memberGroupIds = [] }: Growing): void {
  if (name.length > longestName) throw refused("name", `${longestName} characters`);
  if (policies.length > mostPolicies) throw refused("policies", `${mostPolicies} names`);
  if (memberEntityIds.length > mostMembers) throw refused("member_entity_ids", `${mostMembers} ids`);
  if (memberGroupIds.length > mostMembers) throw refused("member_group_ids", `${mostMembers} ids`);
}

function refused(field: string, most: string): Problem {
  return new Problem("refused", `${field} may hold ${most} at the most`);
}
