import { z } from "zod";
import { Problem } from "../api/problem.ts";
import type { Instant } from "../ports/clock.ts";
import { type Cipher, nonceBytes } from "../ports/cryptography.ts";
import type { Ports } from "../ports/ports.ts";

/** Length of an AES-256 key, in bytes. */
export const keyBytes = 32;

/** Maximum number of terms, which have two bytes. One term a day lasts 179 years. */
const maxTerms = 65_535;

/**
 * Default maximum number of encryptions per term, equal to the reference's. It is 90 % of 2³²,
 * above which equal random nonces become too likely (NIST SP 800-38D, 8.3).
 */
const maxOperationsPerTerm = 3_865_470_566;

/** Range of the maximum number of encryptions per term. Less would only fill the keyring. */
export const operationsBounds = { min: 1_000_000, max: maxOperationsPerTerm } as const;

/** Rule for automatic rotation of the keyring. */
export type RotationRule = Readonly<{
  enabled: boolean;
  /** Maximum age of a term, in seconds; 0 means unlimited. */
  intervalSeconds: number;
  maxOperations: number;
}>;

const storedKeyring = z.object({
  rule: z.object({ enabled: z.boolean(), intervalSeconds: z.number(), maxOperations: z.number() }),
  terms: z
    .array(z.object({ term: z.number(), key: z.string(), installedAt: z.number(), encryptions: z.number() }))
    .min(1),
});

type Term = { readonly term: number; readonly key: Uint8Array; readonly installedAt: Instant; encryptions: number } & {
  readonly cipher: Cipher;
};

type KeyringPorts = Pick<Ports, "cryptography" | "entropy" | "clock">;

/** Keys of stored values, one for each term. The latest term encrypts; all terms decrypt. */
export class Keyring {
  readonly #ports: KeyringPorts;
  readonly #terms = new Map<number, Term>();
  #latest!: Term;
  #rule: RotationRule = { enabled: true, intervalSeconds: 0, maxOperations: maxOperationsPerTerm };

  private constructor(ports: KeyringPorts) {
    this.#ports = ports;
  }

  /** Creates a keyring with one new term. */
  static fresh(ports: KeyringPorts): Keyring {
    const keyring = new Keyring(ports);
    keyring.#latest = keyring.#newTerm(1);
    keyring.#terms.set(1, keyring.#latest);
    return keyring;
  }

  static parse(text: string, ports: KeyringPorts): Keyring {
    const { rule, terms } = storedKeyring.parse(JSON.parse(text));
    const keyring = new Keyring(ports);
    keyring.#rule = rule;
    for (const { key, ...other } of terms) {
      keyring.#latest = keyring.#term({ ...other, key: Uint8Array.fromBase64(key) });
      keyring.#terms.set(keyring.#latest.term, keyring.#latest);
    }
    return keyring;
  }

  get current(): Readonly<{ term: number; installedAt: Instant; encryptions: number }> {
    return this.#latest;
  }

  /** Start of the first term, and thus of the data that the keyring protects. */
  get since(): Instant {
    return this.#terms.values().next().value?.installedAt ?? this.#latest.installedAt;
  }

  get rule(): RotationRule {
    return this.#rule;
  }

  /** True if the rotation rule requires a new term. */
  get isDue(): boolean {
    const { enabled, intervalSeconds, maxOperations } = this.#rule;
    if (!enabled || this.#latest.term >= maxTerms) return false;
    if (this.#latest.encryptions >= maxOperations) return true;
    return intervalSeconds > 0 && this.#ports.clock.now() >= this.#latest.installedAt + intervalSeconds * 1000;
  }

  /** Adds a term once `save` has stored it, so no value is encrypted under an unsaved key. */
  async rotate(save: (text: string) => Promise<void>): Promise<void> {
    if (this.#latest.term >= maxTerms) throw new Problem("refused", "the keyring is full");
    const next = this.#newTerm(this.#latest.term + 1);
    await save(this.#text([...this.#terms.values(), next], this.#rule));
    this.#terms.set(next.term, next);
    this.#latest = next;
  }

  /** Replaces the rotation rule after `save` has stored the keyring with it. */
  async setRule(rule: RotationRule, save: (text: string) => Promise<void>): Promise<void> {
    await save(this.#text([...this.#terms.values()], rule));
    this.#rule = rule;
  }

  /** Serializes the keyring with its unencrypted keys. */
  text(): string {
    return this.#text([...this.#terms.values()], this.#rule);
  }

  /** Encrypts `value` so that it can be decrypted only as the value of `key`. */
  seal(key: string, value: string): string {
    this.#latest.encryptions += 1;
    return this.#latest.cipher.seal(value, { nonce: this.#ports.entropy.bytes(nonceBytes), context: key });
  }

  /** Decrypts a value that {@link seal} encrypted for `key`; undefined for other text. */
  open(key: string, sealed: string): string | undefined {
    return this.#terms.get((sealed.charCodeAt(0) << 8) | sealed.charCodeAt(1))?.cipher.open(sealed, key);
  }

  /** Overwrites the keys. Nothing can be encrypted or decrypted afterwards. */
  forget(): void {
    for (const { key } of this.#terms.values()) key.fill(0);
    this.#terms.clear();
  }

  #newTerm(term: number): Term {
    const key = this.#ports.entropy.bytes(keyBytes);
    return this.#term({ term, key, installedAt: this.#ports.clock.now(), encryptions: 0 });
  }

  #term(term: Omit<Term, "cipher">): Term {
    const header = Uint8Array.of(term.term >> 8, term.term & 0xff);
    return { ...term, cipher: this.#ports.cryptography.cipher(term.key, header) };
  }

  #text(terms: readonly Term[], rule: RotationRule): string {
    const plain = terms.map(({ term, key, installedAt, encryptions }) => ({
      term,
      key: key.toBase64(),
      installedAt,
      encryptions,
    }));
    return JSON.stringify({ rule, terms: plain });
  }
}
