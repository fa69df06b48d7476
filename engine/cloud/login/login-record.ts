import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { InferredInstance } from "./inferred-instance.ts";

/** Data stored with the token of an iam login, for its renewal. */
export type LoginRecord = Readonly<{
  role_name: string;
  role_id: string;
  canonical_arn: string;
  full_arn: string;
  client_arn: string;
  /** Unique id without session. Missing if the release has no unique ids. */
  client_user_id?: string;
  account_id: string;
  /** Id of the inferred instance, if any. */
  inferred_entity_id?: string;
  inferred_region?: string;
}>;

/** Parses a login record: principal, role, inferred instance. Throws a Problem if it is invalid. */
export function readLoginRecord(internal: JsonObject) {
  const text = (name: keyof LoginRecord): string => {
    const value = internal[name];
    if (typeof value === "string") return value;
    throw new Problem("failed", "the token has no valid login record");
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
