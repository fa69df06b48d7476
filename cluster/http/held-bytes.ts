import type { Socket } from "node:net";

export interface HeldBytes {
  hold(socket: Socket, bytes: number): void;
  /** Subtracts `bytes` from a connection. If `bytes` is omitted, subtracts all bytes of the connection. */
  release(socket: Socket, bytes?: number): void;
}

class ProcessMemory {
  readonly #held = new Map<Socket, number>();
  #total = 0;

  /** Returns a counter that limits the total of the process to `maxBytes`. */
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
 * Memory of the connections of all clusters in the process, by purpose. If a limit is exceeded, connections are
 * destroyed, beginning with those that have taken memory for the longest time. The connection whose bytes are being
 * added is not destroyed.
 */
export const processMemory = {
  unreadReplies: new ProcessMemory(),
  unfinishedBodies: new ProcessMemory(),
  waitingRequests: new ProcessMemory(),
  /** Bodies of requests to `--control`. Their limit is lower, and would otherwise disconnect clients of clusters. */
  controlBodies: new ProcessMemory(),
} as const;
