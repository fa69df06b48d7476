import { Problem } from "../../api/problem.ts";
import { base64Text } from "./base64-text.ts";

/** The two spellings of an identity lookup. Anything else might be read as another action by the provider than by us. */
const identityLookups: readonly string[] = [
  "Action=GetCallerIdentity&Version=2011-06-15",
  "Version=2011-06-15&Action=GetCallerIdentity",
];

/** The body of an `iam_request_body`, which must be an identity lookup and nothing more (CLOUD-IAM-04). Throws a Problem. */
export function readSignedBody(encoded: string): string {
  const body = base64Text(encoded);
  if (body === undefined) throw new Problem("refused", "failed to base64 decode iam_request_body");
  if (!identityLookups.includes(body)) throw new Problem("refused", "iam request body is invalid");
  return body;
}
