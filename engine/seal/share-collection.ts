import type { Cryptography } from "../ports/cryptography.ts";

export class ShareCollection {
  readonly nonce: string;
  readonly #cryptography: Cryptography;
  #shares: Uint8Array[] = [];

  constructor({ nonce, cryptography }: { nonce: string; cryptography: Cryptography }) {
    this.nonce = nonce;
    this.#cryptography = cryptography;
  }

  get progress(): number {
    return this.#shares.length;
  }

  /** Adds a share. Returns false if it was already added. */
  add(share: Uint8Array): boolean {
    if (this.#shares.some((other) => this.#cryptography.equal(other, share))) return false;
    this.#shares.push(share);
    return true;
  }

  /** Restores the key from the shares and discards them. Shares of different keys yield undefined or a wrong key. */
  async combine(): Promise<Uint8Array | undefined> {
    const shares = this.#shares;
    this.#shares = [];
    try {
      if (shares.length === 1) return Uint8Array.from(shares[0] ?? []);
      return await this.#cryptography.combineShares(shares);
    } catch {
      return undefined;
    } finally {
      for (const share of shares) share.fill(0);
    }
  }

  forget(): void {
    for (const share of this.#shares) share.fill(0);
    this.#shares = [];
  }
}
