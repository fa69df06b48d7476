import type { Socket } from "node:net";

/** Limits for unauthenticated peers of a cluster. */
export type UnauthenticatedLimits = Readonly<{
  /** Maximum number of bytes received, including the handshake. Peers need a few thousand. */
  bytes: number;
  /** Maximum number of unauthenticated connections. Beyond it the oldest is dropped. */
  connections: number;
  /** Maximum time from the connection to the proof of the peer's key, in seconds. */
  seconds: number;
}>;

export const defaultUnauthenticatedLimits: UnauthenticatedLimits = { bytes: 16 * 1024, connections: 64, seconds: 10 };

/** Unauthenticated connections of a link. A TLS socket represents the connection below it. */
export interface UnauthenticatedPeers {
  /** Adds a new connection. Connections beyond the limits are destroyed. */
  add(socket: Socket): void;
  /** Limits the bytes received. Called after the encryption, and when the reader listens. */
  count(socket: Socket): void;
  /** Removes all limits from a connection. */
  trust(socket: Socket): void;
  /** Destroys all remaining connections. */
  dropAll(): void;
}

type Known = Readonly<{ socket: Socket; timer: NodeJS.Timeout }>;

/** Limits unauthenticated connections. */
export function unauthenticatedPeers(limits: UnauthenticatedLimits): UnauthenticatedPeers {
  /** Connections by address of the other end, oldest first. */
  const known = new Map<string, Known>();

  function forget(name: string): void {
    clearTimeout(known.get(name)?.timer);
    known.delete(name);
  }

  function enforceLimit(name: string): void {
    const peer = known.get(name);
    if (peer && peer.socket.bytesRead > limits.bytes) peer.socket.destroy();
  }

  return {
    add(socket) {
      const name = nameOf(socket);
      const timer = setTimeout(() => socket.destroy(), limits.seconds * 1000);
      forget(name);
      known.set(name, { socket, timer });
      socket.once("close", () => known.get(name)?.socket === socket && forget(name));
      const [oldest] = known.values();
      if (known.size > limits.connections) oldest?.socket.destroy();
    },
    count(socket) {
      const name = nameOf(socket);
      enforceLimit(name);
      // The reader has processed these bytes already. If they authenticate the peer, it is no
      // longer counted.
      socket.on("data", function received() {
        if (known.has(name)) enforceLimit(name);
        else socket.off("data", received);
      });
    },
    trust: (socket) => forget(nameOf(socket)),
    dropAll() {
      for (const { socket } of known.values()) socket.destroy();
    },
  };
}

function nameOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
