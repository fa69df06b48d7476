import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { InferredInstance } from "./inferred-instance.ts";

/** What is kept with a token of a login, for its renewals. */
export type LoginRecord = Readonly<{
  role_name: string;
  role_id: string;
  canonical_arn: string;
  full_arn: string;
  client_arn: string;
  /** The provider's unique id, without session. Tokens of releases that knew none have none. */
  client_user_id?: string;
  account_id: string;
  /** Of the instance that was inferred, where one was. */
  inferred_entity_id?: string;
  inferred_region?: string;
}>;

/** The principal, role and inferred instance of a login, out of what was kept. Throws a Problem when it is no record of ours. */
export function readLoginRecord(internal: JsonObject) {
  const text = (name: keyof LoginRecord): string => {
    const value = internal[name];
    if (typeof value === "string") return value;
    throw new Problem("failed", "the token does not tell whose login it is of");
  };
  const { inferred_entity_id: id, inferred_region: region } = internal;
  const inferred: InferredInstance | undefined =
    typeof id === "string" && typeof region === "string" ? { id, region } : undefined;
  const principal = {
    account: text("account_id"),
    canonicalArn: text("canonical_arn"),
    fullArn: text("full_arn"),
    clientArn: text("client_arn"),
    uniqueId: internal.client_user_id === undefined ? undefined : text("client_user_id"),
  };
  return { role: text("role_name"), principal, inferred } as const;
}
