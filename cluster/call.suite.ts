export const rootToken = "root";

/** Sends a request with {@link rootToken}. Returns the status, and the parsed JSON body if there is one. */
export async function call({ api }: Readonly<{ api: string }>, method: string, path: string, body?: unknown) {
  const reply = await fetch(`${api}/v1/${path}`, {
    method,
    headers: { "X-Vault-Token": rootToken },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}
