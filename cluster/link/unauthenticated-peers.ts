import type { Socket } from "node:net";

export type UnauthenticatedLimits = Readonly<{
  /** Maximum number of bytes that the peer may send, including the handshake. Clusters need a few thousand. */
  bytes: number;
  /** Maximum number of unauthenticated connections. If there are more, the oldest is destroyed. */
  connections: number;
  /** Maximum time between the start of the connection and the authentication of the peer, in seconds. */
  seconds: number;
}>;

export const defaultUnauthenticatedLimits: UnauthenticatedLimits = { bytes: 16 * 1024, connections: 64, seconds: 10 };

/**
 * Unauthenticated connections of a link. `trust` and `count` accept the TLS socket of a connection whose TCP socket was
 * passed to `add`.
 */
export interface UnauthenticatedPeers {
  /**
   * Adds a new connection. Destroys the connection if it is not trusted in time, and the oldest connection if there are
   * too many.
   */
  add(socket: Socket): void;
  /**
   * Checks the number of received bytes, now and after each chunk. Must be called after the reader of the socket
   * listens.
   */
  count(socket: Socket): void;
  trust(socket: Socket): void;
  dropAll(): void;
}

type Known = Readonly<{ socket: Socket; timer: NodeJS.Timeout }>;

export function unauthenticatedPeers(limits: UnauthenticatedLimits): UnauthenticatedPeers {
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
      // The reader has processed these bytes already. If they authenticate the peer, it is no longer counted.
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
