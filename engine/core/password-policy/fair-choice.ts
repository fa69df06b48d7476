import type { Entropy } from "../../ports/entropy.ts";

/** Bytes asked of the dice at once: a password needs few of them, and asking has its price. */
const handful = 64;

/** Draws from what the dice give, each outcome as likely as any other. */
export class FairChoice {
  readonly #entropy: Entropy;
  #bytes: Uint8Array = new Uint8Array();
  #used = 0;

  constructor(entropy: Entropy) {
    this.#entropy = entropy;
  }

  /** A number from 0 to `bound` - 1; `bound` is 256 at most. */
  below(bound: number): number {
    // what lies above the largest multiple would favour the first numbers
    const usable = 256 - (256 % bound);
    for (;;) {
      const byte = this.#byte();
      if (byte < usable) return byte % bound;
    }
  }

  #byte(): number {
    if (this.#used === this.#bytes.length) {
      this.#bytes = this.#entropy.bytes(handful);
      this.#used = 0;
    }
    this.#used += 1;
    return this.#bytes[this.#used - 1] ?? 0;
  }
}
