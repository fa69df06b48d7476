/** Root token of the clusters that tests start. {@link call} sends it. */
export const rootToken = "root";

/** Sends a request with the root token. Returns the status and the parsed JSON body, if any. */
export async function call({ api }: Readonly<{ api: string }>, method: string, path: string, body?: unknown) {
  const reply = await fetch(`${api}/v1/${path}`, {
    method,
    headers: { "X-Vault-Token": rootToken },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}
