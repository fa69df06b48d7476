import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { InferredInstance } from "./inferred-instance.ts";

/** Data that an iam login stores with its token. A renewal of the token reads them. */
export type LoginRecord = Readonly<{
  role_name: string;
  role_id: string;
  canonical_arn: string;
  full_arn: string;
  client_arn: string;
  /** Unique id of the user or role. Missing if the release does not know unique ids. */
  client_user_id?: string;
  account_id: string;
  inferred_entity_id?: string;
  inferred_region?: string;
}>;

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
