import type { Socket } from "node:net";

/** Bytes that are kept in memory for connections. */
export interface HeldBytes {
  /** Adds to what is kept for a connection. */
  hold(socket: Socket, bytes: number): void;
  /** Takes off what is no longer kept for a connection: `bytes`, or all of it. */
  release(socket: Socket, bytes?: number): void;
}

/** What one process keeps for the connections of all its clusters: the one for which something has been kept longest comes first. */
class ProcessMemory {
  readonly #held = new Map<Socket, number>();
  #total = 0;

  /** Memory of which clusters keep no more than `maxBytes` together. Each may have another bound; the total is the same. */
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
 * Memory is the process's, however many clusters it runs. Above a bound, the connections for which something has been kept longest are
 * destroyed; the one that is just being added to always stays.
 */
export const processMemory = {
  unreadReplies: new ProcessMemory(),
  unfinishedBodies: new ProcessMemory(),
  waitingRequests: new ProcessMemory(),
  /** Those of `--control` have a smaller bound, so they are counted apart: they would disconnect clients of clusters. */
  controlBodies: new ProcessMemory(),
} as const;
