import type { Raised } from "./raised.ts";

export async function openApiOf({ api, token }: Pick<Raised, "api" | "token">): Promise<string> {
  const response = await fetch(`${api}/sys/internal/specs/openapi`, { headers: { "X-Vault-Token": token } });
  if (!response.ok) throw new Error(`the cluster returns no OpenAPI document: ${response.status}`);
  return response.text();
}
