/** Unpredictable bytes on a live cluster, seeded ones in simulation. */
export interface Entropy {
  bytes(count: number): Uint8Array;
}
