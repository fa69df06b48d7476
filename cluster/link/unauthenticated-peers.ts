import type { Socket } from "node:net";

/** Bounds of what unauthenticated peers may use of a cluster. */
export type UnauthenticatedLimits = Readonly<{
  /** Bytes that may come from it after the connection was made, its handshake among them. A proof and an introduction are some thousand bytes long. */
  bytes: number;
  /** Unauthenticated connections at a time; with one more the oldest is dropped. A cluster needs one, for some milliseconds. */
  connections: number;
  /** Seconds from the connection to the proof. */
  seconds: number;
}>;

export const usualUnauthenticatedLimits: UnauthenticatedLimits = { bytes: 16 * 1024, connections: 64, seconds: 10 };

/** The connections of a link whose peer is not authenticated yet. A TLS socket stands for the connection below it. */
export interface UnauthenticatedPeers {
  /** Takes note of a new connection. What goes beyond the limits is destroyed. */
  meet(socket: Socket): void;
  /** To be called when a connection is encrypted, and when its reader listens: what came so far is judged, and so is all that comes. */
  count(socket: Socket): void;
  /** Lifts all limits from a connection. */
  trust(socket: Socket): void;
  /** Destroys all that are left. */
  dropAll(): void;
}

type Known = Readonly<{ socket: Socket; patience: NodeJS.Timeout }>;

/** Keeps unauthenticated connections within `limits`. */
export function unauthenticatedPeers(limits: UnauthenticatedLimits): UnauthenticatedPeers {
  /** By the other end's address; the oldest connection comes first. */
  const known = new Map<string, Known>();

  function forget(name: string): void {
    clearTimeout(known.get(name)?.patience);
    known.delete(name);
  }

  function judge(name: string): void {
    const peer = known.get(name);
    if (peer && peer.socket.bytesRead > limits.bytes) peer.socket.destroy();
  }

  return {
    meet(socket) {
      const name = nameOf(socket);
      const patience = setTimeout(() => socket.destroy(), limits.seconds * 1000);
      forget(name);
      known.set(name, { socket, patience });
      socket.once("close", () => known.get(name)?.socket === socket && forget(name));
      const [oldest] = known.values();
      if (known.size > limits.connections) oldest?.socket.destroy();
    },
    count(socket) {
      const name = nameOf(socket);
      judge(name);
      // The reader has seen these bytes already: if they authenticate the peer, it is not counted any more.
      socket.on("data", function heard() {
        if (known.has(name)) judge(name);
        else socket.off("data", heard);
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
