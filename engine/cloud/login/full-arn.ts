import { Problem } from "../../api/problem.ts";
import type { Principal } from "../principal.ts";
import type { ProviderClient } from "../provider-api/provider-client.ts";

/**
 * The ARN that bindings with a wildcard are compared with: with the path, which the identity lookup does not tell of a role. IAM is asked
 * for it; where it refuses, or knows another role by that name, the role counts as having no path. Only a role of the same unique id is
 * taken for the principal's: one of the same name in another account is another principal's (CVE-2025-11621).
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
