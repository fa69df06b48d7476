import { randomFillSync } from "node:crypto";

/** Bytes fetched from the system at a time: to ask it for the id of each request takes longer than to make one. */
const poolBytes = 4096;

/** The system's random bytes. None is handed out twice, and none stays here after it was. */
export function randomBytes(): (count: number) => Uint8Array {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  return (count) => {
    if (count > poolBytes) return randomFillSync(new Uint8Array(count));
    if (used + count > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const taken = pool.slice(used, used + count);
    pool.fill(0, used, used + count);
    used += count;
    return taken;
  };
}
