import { randomFillSync } from "node:crypto";
import type { Entropy } from "#engine/ports/entropy.ts";

/** Bytes fetched from the system at a time, since a system call for each token is costly. */
const poolBytes = 4096;

/**
 * The system's randomness. No byte is returned twice, and returned bytes are erased from the pool.
 */
export function systemEntropy(): Entropy {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  return {
    bytes(count) {
      if (count > poolBytes) return randomFillSync(new Uint8Array(count));
      if (used + count > poolBytes) {
        randomFillSync(pool);
        used = 0;
      }
      const taken = pool.slice(used, used + count);
      pool.fill(0, used, used + count);
      used += count;
      return taken;
    },
  };
}
