import { z } from "zod";
import { Problem } from "../api/problem.ts";
import type { Instant } from "../ports/clock.ts";
import { type Cipher, nonceBytes } from "../ports/cryptography.ts";
import type { Ports } from "../ports/ports.ts";

export const keyBytes = 32;

/** Maximum number of terms: a term number has two bytes. With one rotation a day, that is 179 years. */
const maxTerms = 65_535;

/** Default and maximum of `maxOperations`, as in the reference: 90 % of 2³² (NIST SP 800-38D, 8.3). */
const maxOperationsPerTerm = 3_865_470_566;

export const operationsBounds = { min: 1_000_000, max: maxOperationsPerTerm } as const;

export type RotationRule = Readonly<{
  enabled: boolean;
  /** Age at which a term is replaced, in seconds; 0 means that age does not matter. */
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

/** Encryption keys of the store, one per term. The key of the latest term encrypts; the keys of all terms decrypt. */
export class Keyring {
  readonly #ports: KeyringPorts;
  readonly #terms = new Map<number, Term>();
  #latest!: Term;
  #rule: RotationRule = { enabled: true, intervalSeconds: 0, maxOperations: maxOperationsPerTerm };

  private constructor(ports: KeyringPorts) {
    this.#ports = ports;
  }

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

  /** Installation time of the first term. */
  get since(): Instant {
    return this.#terms.values().next().value?.installedAt ?? this.#latest.installedAt;
  }

  get rule(): RotationRule {
    return this.#rule;
  }

  /** True if the rotation rule requires a rotation now and another term is possible. */
  get isDue(): boolean {
    const { enabled, intervalSeconds, maxOperations } = this.#rule;
    if (!enabled || this.#latest.term >= maxTerms) return false;
    if (this.#latest.encryptions >= maxOperations) return true;
    return intervalSeconds > 0 && this.#ports.clock.now() >= this.#latest.installedAt + intervalSeconds * 1000;
  }

  /**
   * Adds a term after `save` has stored the keyring, so no value is encrypted under a key that is not stored. Throws a
   * Problem if no further term is possible.
   */
  async rotate(save: (text: string) => Promise<void>): Promise<void> {
    if (this.#latest.term >= maxTerms) throw new Problem("refused", "the keyring is full");
    const next = this.#newTerm(this.#latest.term + 1);
    await save(this.#text([...this.#terms.values(), next], this.#rule));
    this.#terms.set(next.term, next);
    this.#latest = next;
  }

  /** Sets the rotation rule after `save` has stored the keyring with this rule. */
  async setRule(rule: RotationRule, save: (text: string) => Promise<void>): Promise<void> {
    await save(this.#text([...this.#terms.values()], rule));
    this.#rule = rule;
  }

  /** Serializes the keyring. The keys in the text are not encrypted. */
  text(): string {
    return this.#text([...this.#terms.values()], this.#rule);
  }

  seal(key: string, value: string): string {
    this.#latest.encryptions += 1;
    return this.#latest.cipher.seal(value, { nonce: this.#ports.entropy.bytes(nonceBytes), context: key });
  }

  /** Decrypts a value that {@link seal} encrypted for the store key `key`. Returns undefined for other text. */
  open(key: string, sealed: string): string | undefined {
    return this.#terms.get((sealed.charCodeAt(0) << 8) | sealed.charCodeAt(1))?.cipher.open(sealed, key);
  }

  /** Overwrites the keys in memory. The keyring must not be used afterwards. */
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
