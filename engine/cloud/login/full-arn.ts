import { Problem } from "../../api/problem.ts";
import type { Principal } from "../principal.ts";
import type { ProviderClient } from "../provider-api/provider-client.ts";

/**
 * Returns the ARN of a principal including its path, for bindings with a wildcard. Since an identity lookup does not
 * report the path of a role, IAM is queried. If IAM refuses or returns a role with a different unique id, the path
 * counts as empty. The unique ids are compared because a role of the same name may exist in a different account
 * (CVE-2025-11621).
 */
export async function fullArnOf(
  { fullArn, friendlyName, sessionName }: Principal,
  { uniqueId, client }: Readonly<{ uniqueId: string; client: () => Promise<ProviderClient> }>,
): Promise<string> {
  if (sessionName === "") return fullArn;
  try {
    const found = await (await client()).getRole(friendlyName);
    return found.uniqueId === uniqueId ? found.arn : fullArn;
  } catch (error) {
    if (error instanceof Problem && error.code === "refused") return fullArn;
    throw error;
  }
}
