import { Problem } from "../../../api/problem.ts";
import { base64Text } from "./base64-text.ts";

/** Bodies of identity lookups that are accepted. The provider might interpret other bodies as other actions. */
const identityLookups: readonly string[] = [
  "Action=GetCallerIdentity&Version=2011-06-15",
  "Version=2011-06-15&Action=GetCallerIdentity",
];

/** Decodes `iam_request_body`. Throws a Problem unless it is the body of an identity lookup (CLOUD-IAM-04). */
export function readSignedBody(encoded: string): string {
  const body = base64Text(encoded);
  if (body === undefined) throw new Problem("refused", "failed to base64 decode iam_request_body");
  if (!identityLookups.includes(body)) throw new Problem("refused", "iam request body is invalid");
  return body;
}
