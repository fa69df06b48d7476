import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Range of ports that operating systems usually do not choose themselves. On Linux, they choose from 32768. */
const ownPorts = { first: 20_000, end: 32_000 } as const;
const ownPortAttempts = 100;

/** Returns a free port of 127.0.0.1, for a program that cannot listen on port 0. Another program may take the port. */
export async function freePort(): Promise<number> {
  return listenedAt(0);
}

/**
 * Returns a free port for a server that will use it again after restarts. Operating systems usually assign the port
 * only to a program that requests it by number.
 */
export async function freePortToKeep(): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listenedAt(randomInt(ownPorts.first, ownPorts.end));
    } catch (error) {
      if (attempt === ownPortAttempts) throw error;
    }
  }
}

async function listenedAt(port: number): Promise<number> {
  const probe = createServer().listen(port, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (!address || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}
