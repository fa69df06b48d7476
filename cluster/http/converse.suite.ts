import { connect } from "node:net";

/** Writes the parts one by one to a raw connection, each in a packet of its own, and resolves to all that comes back until it ends. */
export async function converse(
  address: string,
  parts: readonly (string | Uint8Array)[],
  options: { end?: boolean } = {},
): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let heard = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    heard += chunk;
  });
  const ended = new Promise<void>((resolve, reject) => socket.on("close", () => resolve()).on("error", reject));
  // It may happen while parts are written; the wait below rejects.
  ended.catch(() => {});
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, resolve));
    // Two turns of the event loop of a server in the same process: enough for it to read what was flushed.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  if (options.end) socket.end();
  await ended;
  return heard;
}

/** Statuses of the replies in what was heard, in order. */
export function statusesIn(heard: string): readonly number[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
