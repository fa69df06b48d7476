import type { Raised } from "./raised.ts";

/** The OpenAPI document of all that a cluster serves, as text. */
export async function openApiOf({ api, token }: Pick<Raised, "api" | "token">): Promise<string> {
  const response = await fetch(`${api}/sys/internal/specs/openapi`, { headers: { "X-Vault-Token": token } });
  if (!response.ok) throw new Error(`the cluster does not describe itself: ${response.status}`);
  return response.text();
}
