import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { collection } from "../../core/storage/storage.ts";

/** The role that is assumed to verify logins from another account (CLOUD-STS-05). */
export type StsRole = Readonly<{
  /** Stored without a check. Use shows whether it is an ARN and may be assumed. */
  arn: string;
  /** The external id that the role's owner demands from callers of AssumeRole; empty for none. Only the reference has it. */
  externalId: string;
}>;

/** STS roles by the ids of their accounts, which are texts: zeros in front count. */
export const stsRoles = collection<StsRole>("shared", "sts/");

/** `old` with what is given of it. Throws a Problem when no role is named. */
export function reviseStsRole(
  old: StsRole | undefined,
  { sts_role, external_id }: Readonly<{ sts_role?: string | undefined; external_id?: string | undefined }>,
): StsRole {
  if (sts_role === "") throw new Problem("refused", "sts role cannot be empty");
  const arn = sts_role ?? old?.arn;
  if (arn === undefined) throw new Problem("refused", "missing sts role");
  return { arn, externalId: external_id ?? old?.externalId ?? "" };
}

/** An STS role as it is read (W4.1-07). */
export function shownStsRole({ arn, externalId }: StsRole): JsonObject {
  return { sts_role: arn, ...(externalId === "" ? undefined : { external_id: externalId }) };
}
