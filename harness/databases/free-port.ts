import { once } from "node:events";
import { createServer } from "node:net";

/** A port of 127.0.0.1 that is free now, for a program that cannot be told to take any. It may be taken a moment later by another. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (!address || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}
