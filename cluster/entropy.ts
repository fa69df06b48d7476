import { randomFillSync } from "node:crypto";
import type { Entropy } from "#engine/ports/entropy.ts";

/** Number of random bytes that are fetched from the system in one call. A call for each token would be costly. */
const poolBytes = 4096;

/** Random bytes of the operating system. Returned bytes are erased from the pool. */
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
