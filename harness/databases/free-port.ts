import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Ports that no system chooses itself for a client or server that names none: Linux begins at 32,768. */
const ownPorts = { first: 20_000, end: 32_000 } as const;
const ownPortAttempts = 100;

/** A port of 127.0.0.1 that is free now, for a program that cannot be told to take any. It may be taken a moment later by another. */
export async function freePort(): Promise<number> {
  return listenedAt(0);
}

/** The same, for a server that is to come back to this port later: other programs get it only if they ask for it. */
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
