import type { Raised } from "./raised.ts";

export async function post(
  { api, token }: Pick<Raised, "api" | "token">,
  path: string,
  body: object | string,
): Promise<Readonly<{ status: number; text: string }>> {
  const response = await fetch(`${api}/${path}`, {
    method: "POST",
    headers: { "X-Vault-Token": token, "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
