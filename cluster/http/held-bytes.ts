import type { Socket } from "node:net";

/** Counts bytes in memory by connection. */
export interface HeldBytes {
  /** Adds bytes to a connection. */
  hold(socket: Socket, bytes: number): void;
  /** Subtracts `bytes` from a connection, or all of its bytes. */
  release(socket: Socket, bytes?: number): void;
}

/** Memory of all connections of the process for one purpose, ordered by the time of first use. */
class ProcessMemory {
  readonly #held = new Map<Socket, number>();
  #total = 0;

  /** Returns a counter that limits the total to `maxBytes`. Clusters' limits may differ. */
  upTo(maxBytes: number): HeldBytes {
    return {
      hold: (socket, bytes) => {
        this.#held.set(socket, (this.#held.get(socket) ?? 0) + bytes);
        this.#total += bytes;
        for (const [longest] of this.#held) {
          if (this.#total <= maxBytes || longest === socket) break;
          this.#release(longest);
          longest.destroy();
        }
      },
      release: (socket, bytes) => {
        if (bytes !== undefined && bytes < (this.#held.get(socket) ?? 0)) {
          this.#held.set(socket, (this.#held.get(socket) ?? 0) - bytes);
          this.#total -= bytes;
          return;
        }
        this.#release(socket);
      },
    };
  }

  #release(socket: Socket): void {
    this.#total -= this.#held.get(socket) ?? 0;
    this.#held.delete(socket);
  }
}

/**
 * Memory of the process for connections of all its clusters. Above a limit, the connections that
 * have used memory for the longest time are destroyed, except the one being added to.
 */
export const processMemory = {
  unreadReplies: new ProcessMemory(),
  unfinishedBodies: new ProcessMemory(),
  waitingRequests: new ProcessMemory(),
  /**
   * Counted separately for `--control`, whose smaller limit would disconnect clients of clusters.
   */
  controlBodies: new ProcessMemory(),
} as const;
