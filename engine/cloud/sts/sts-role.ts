import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { collection } from "../../core/storage/storage.ts";

/** IAM role that the auth method assumes for its calls about an account (CLOUD-STS-05). */
export type StsRole = Readonly<{
  /** ARN of the IAM role. Not validated when it is stored; an invalid ARN fails when the role is assumed. */
  arn: string;
  externalId: string;
}>;

/** STS roles, by account id. Account ids are texts, so leading zeros matter. */
export const stsRoles = collection<StsRole>("shared", "sts/");

export function reviseStsRole(
  old: StsRole | undefined,
  { sts_role, external_id }: Readonly<{ sts_role?: string | undefined; external_id?: string | undefined }>,
): StsRole {
  if (sts_role === "") throw new Problem("refused", "sts role cannot be empty");
  const arn = sts_role ?? old?.arn;
  if (arn === undefined) throw new Problem("refused", "missing sts role");
  return { arn, externalId: external_id ?? old?.externalId ?? "" };
}

export function shownStsRole({ arn, externalId }: StsRole): JsonObject {
  return { sts_role: arn, ...(externalId === "" ? undefined : { external_id: externalId }) };
}
