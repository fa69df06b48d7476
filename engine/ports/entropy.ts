/** Source of random bytes: unpredictable on a live cluster, seeded in simulation. */
export interface Entropy {
  bytes(count: number): Uint8Array;
}
