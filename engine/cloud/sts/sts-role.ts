import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { collection } from "../../core/storage/storage.ts";

/** Role that is assumed to verify logins from another account (CLOUD-STS-05). */
export type StsRole = Readonly<{
  /** ARN of the role, stored unchecked. An invalid ARN fails when the role is assumed. */
  arn: string;
  /** External id that AssumeRole requires; empty for none. Only the reference has it. */
  externalId: string;
}>;

/** STS roles by account id. Ids are texts, so leading zeros are significant. */
export const stsRoles = collection<StsRole>("shared", "sts/");

/** Applies a write to an STS role. Throws a Problem if the role ARN is missing or empty. */
export function reviseStsRole(
  old: StsRole | undefined,
  { sts_role, external_id }: Readonly<{ sts_role?: string | undefined; external_id?: string | undefined }>,
): StsRole {
  if (sts_role === "") throw new Problem("refused", "sts role cannot be empty");
  const arn = sts_role ?? old?.arn;
  if (arn === undefined) throw new Problem("refused", "missing sts role");
  return { arn, externalId: external_id ?? old?.externalId ?? "" };
}

/** Formats an STS role for a response (W4.1-07). */
export function shownStsRole({ arn, externalId }: StsRole): JsonObject {
  return { sts_role: arn, ...(externalId === "" ? undefined : { external_id: externalId }) };
}
