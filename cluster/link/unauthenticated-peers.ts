import type { Socket } from "node:net";

/** Bounds of what unauthenticated peers may use of a cluster. */
export type UnauthenticatedLimits = Readonly<{
  /** Bytes that may come from it after the connection was made. An introduction is some hundred bytes long. */
  bytes: number;
  /** Unauthenticated connections at a time; with one more the oldest is dropped. A cluster needs one, for some milliseconds. */
  connections: number;
  /** Seconds from the connection to the proof. */
  seconds: number;
}>;

export const usualUnauthenticatedLimits: UnauthenticatedLimits = { bytes: 16 * 1024, connections: 64, seconds: 10 };

/** The connections of a link whose peer is not authenticated yet. */
export interface UnauthenticatedPeers {
  /** Takes note of a new connection. What goes beyond the limits is destroyed. */
  meet(socket: Socket): void;
  /** To be called when a connection has become a WebSocket, whose reader listens already: from here on its bytes count. */
  count(socket: Socket): void;
  /** Lifts all limits from a connection. */
  trust(socket: Socket): void;
}

/** Keeps unauthenticated connections within `limits`. */
export function unauthenticatedPeers(limits: UnauthenticatedLimits): UnauthenticatedPeers {
  /** What ends the limits of a connection; the oldest connection comes first. */
  const known = new Map<Socket, () => void>();

  function trust(socket: Socket): void {
    known.get(socket)?.();
    known.delete(socket);
  }

  return {
    meet(socket) {
      const patience = setTimeout(() => socket.destroy(), limits.seconds * 1000);
      known.set(socket, () => clearTimeout(patience));
      socket.once("close", () => trust(socket));
      const [oldest] = known.keys();
      if (known.size > limits.connections) oldest?.destroy();
    },
    count(socket) {
      let taken = 0;
      // The reader has seen these bytes already: if they authenticate the peer, it is not counted any more.
      socket.on("data", function heard(chunk: Buffer) {
        taken += chunk.length;
        if (!known.has(socket)) socket.off("data", heard);
        else if (taken > limits.bytes) socket.destroy();
      });
    },
    trust,
  };
}
