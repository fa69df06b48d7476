/** The root token of clusters that tests start, and with which {@link call} asks. */
export const rootToken = "root";

/** Asks a cluster for something with the root token. The body of the answer is its JSON, or undefined where it has none. */
export async function call({ api }: Readonly<{ api: string }>, method: string, path: string, body?: unknown) {
  const reply = await fetch(`${api}/v1/${path}`, {
    method,
    headers: { "X-Vault-Token": rootToken },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}
