import { connect } from "node:net";

/**
 * Opens a connection and writes each part in a packet of its own. Returns the data that the server sends until the
 * connection closes.
 */
export async function converse(
  address: string,
  parts: readonly (string | Uint8Array)[],
  options: { end?: boolean } = {},
): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    received += chunk;
  });
  const ended = new Promise<void>((resolve, reject) => socket.on("close", () => resolve()).on("error", reject));
  // An error may occur while parts are written; the wait below rejects.
  ended.catch(() => {});
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, resolve));
    // Several turns of the event loop, in which a server in this process reads the packet.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  if (options.end) socket.end();
  await ended;
  return received;
}

export function statusesIn(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
