import { Problem } from "../../../api/problem.ts";
import { base64Text } from "./base64-text.ts";

/** Accepted forms of an identity lookup. The provider might interpret others as other actions. */
const identityLookups: readonly string[] = [
  "Action=GetCallerIdentity&Version=2011-06-15",
  "Version=2011-06-15&Action=GetCallerIdentity",
];

/** Decodes an `iam_request_body`: an identity lookup (CLOUD-IAM-04). Throws a Problem. */
export function readSignedBody(encoded: string): string {
  const body = base64Text(encoded);
  if (body === undefined) throw new Problem("refused", "failed to base64 decode iam_request_body");
  if (!identityLookups.includes(body)) throw new Problem("refused", "iam request body is invalid");
  return body;
}
