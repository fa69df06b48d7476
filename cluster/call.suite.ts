export const rootToken = "root";

/**
 * Sends a request with {@link rootToken}. The returned `body` is parsed JSON, or undefined if the response has no body.
 */
export async function call({ api }: Readonly<{ api: string }>, method: string, path: string, body?: unknown) {
  const reply = await fetch(`${api}/v1/${path}`, {
    method,
    headers: { "X-Vault-Token": rootToken },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}
