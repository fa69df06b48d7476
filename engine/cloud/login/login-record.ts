import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";

/** What is kept with a token of a login, for its renewals. */
export type LoginRecord = Readonly<{
  role_name: string;
  role_id: string;
  canonical_arn: string;
  full_arn: string;
  client_arn: string;
  /** The provider's unique id, without session. */
  client_user_id: string;
  account_id: string;
}>;

/** The principal and role of a login, out of what was kept. Throws a Problem when it is no record of ours. */
export function readLoginRecord(internal: JsonObject) {
  const { role_name: role, canonical_arn: canonicalArn, full_arn: fullArn, client_arn: clientArn } = internal;
  if (
    typeof role !== "string" ||
    typeof canonicalArn !== "string" ||
    typeof fullArn !== "string" ||
    typeof clientArn !== "string"
  ) {
    throw new Problem("failed", "the token does not tell whose login it is of");
  }
  return { role, principal: { canonicalArn, fullArn, clientArn } } as const;
}
