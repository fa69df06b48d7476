/** Source of random bytes: unpredictable on a live cluster, derived from a seed in simulation. */
export interface Entropy {
  bytes(count: number): Uint8Array;
}
