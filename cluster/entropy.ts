import { randomFillSync } from "node:crypto";
import type { Entropy } from "#engine/ports/entropy.ts";

/** How many bytes are fetched from the system at a time: asking it for each token would cost more than making one. */
const poolBytes = 4096;

/** The system's randomness. No byte is handed out twice, and none stays in the pool after it was. */
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
