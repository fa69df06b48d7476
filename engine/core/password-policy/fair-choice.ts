import type { Entropy } from "../../ports/entropy.ts";

const bytesPerRead = 64;

export class FairChoice {
  readonly #entropy: Entropy;
  #bytes: Uint8Array = new Uint8Array();
  #used = 0;

  constructor(entropy: Entropy) {
    this.#entropy = entropy;
  }

  /** Returns a uniformly distributed number from 0 to `bound` - 1. `bound` is at least 1 and at most 256. */
  below(bound: number): number {
    // bytes above the largest multiple would favour the first numbers
    const usable = 256 - (256 % bound);
    for (;;) {
      const byte = this.#byte();
      if (byte < usable) return byte % bound;
    }
  }

  #byte(): number {
    if (this.#used === this.#bytes.length) {
      this.#bytes = this.#entropy.bytes(bytesPerRead);
      this.#used = 0;
    }
    this.#used += 1;
    return this.#bytes[this.#used - 1] ?? 0;
  }
}
