import { Problem } from "../../api/problem.ts";
import type { Principal } from "../principal.ts";
import type { ProviderClient } from "../provider-api/provider-client.ts";

/**
 * Returns the ARN with the path, for bindings with a wildcard. The identity lookup reports no path
 * of a role, so IAM is queried; if IAM refuses or returns another role, the path counts as empty.
 * The unique id must match, since a role of the same name in another account belongs to another
 * principal (CVE-2025-11621).
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
