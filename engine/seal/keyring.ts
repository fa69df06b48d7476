import { z } from "zod";
import { Problem } from "../api/problem.ts";
import type { Instant } from "../ports/clock.ts";
import { type Cipher, nonceBytes } from "../ports/cryptography.ts";
import type { Ports } from "../ports/ports.ts";

/** Bytes of an AES-256 key. */
export const keyBytes = 32;

/** Terms are spelt in two bytes before each value. One a day lasts for 179 years. */
const maxTerms = 65_535;

/**
 * Encryptions under one term until the next begins: the reference's default. Random nonces may make 2³² before two alike become
 * likely enough to matter (NIST SP 800-38D, 8.3); this leaves a tenth.
 */
const maxOperationsPerTerm = 3_865_470_566;

/** What may be asked for as the count of encryptions of one term. Fewer than the least would only fill the keyring. */
export const operationsBounds = { least: 1_000_000, most: maxOperationsPerTerm } as const;

/** When a new term begins by itself. */
export type RotationRule = Readonly<{
  enabled: boolean;
  /** Seconds that a term lasts at most; 0 for no limit. */
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

/**
 * The keys that values are encrypted under, one a term. The latest term encrypts, all of them decrypt. Its text is secret: it is stored
 * encrypted under the root key.
 */
export class Keyring {
  readonly #ports: KeyringPorts;
  readonly #terms = new Map<number, Term>();
  #latest!: Term;
  #rule: RotationRule = { enabled: true, intervalSeconds: 0, maxOperations: maxOperationsPerTerm };

  private constructor(ports: KeyringPorts) {
    this.#ports = ports;
  }

  /** A keyring of one new term. */
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

  /** When the first term began: that is how old what it protects is. */
  get since(): Instant {
    return this.#terms.values().next().value?.installedAt ?? this.#latest.installedAt;
  }

  get rule(): RotationRule {
    return this.#rule;
  }

  /** Whether the rule wants a new term. */
  get isDue(): boolean {
    const { enabled, intervalSeconds, maxOperations } = this.#rule;
    if (!enabled || this.#latest.term >= maxTerms) return false;
    if (this.#latest.encryptions >= maxOperations) return true;
    return intervalSeconds > 0 && this.#ports.clock.now() >= this.#latest.installedAt + intervalSeconds * 1000;
  }

  /** Has `save` store the keyring with a new term, and encrypts under it from then on: nothing is ever under a key that could be lost. */
  async rotate(save: (text: string) => Promise<void>): Promise<void> {
    if (this.#latest.term >= maxTerms) throw new Problem("refused", "the keyring is full");
    const next = this.#newTerm(this.#latest.term + 1);
    await save(this.#text([...this.#terms.values(), next], this.#rule));
    this.#terms.set(next.term, next);
    this.#latest = next;
  }

  /** Has `save` store the keyring with another rule, which then holds. */
  async govern(rule: RotationRule, save: (text: string) => Promise<void>): Promise<void> {
    await save(this.#text([...this.#terms.values()], rule));
    this.#rule = rule;
  }

  /** The keyring as it is stored, with all keys in the clear. */
  text(): string {
    return this.#text([...this.#terms.values()], this.#rule);
  }

  /** `value`, encrypted so that it can stand under `key` only. */
  seal(key: string, value: string): string {
    this.#latest.encryptions += 1;
    return this.#latest.cipher.seal(value, { nonce: this.#ports.entropy.bytes(nonceBytes), context: key });
  }

  /** What {@link seal} made of a value of `key`, plain again; undefined when it is anything else. */
  open(key: string, sealed: string): string | undefined {
    return this.#terms.get((sealed.charCodeAt(0) << 8) | sealed.charCodeAt(1))?.cipher.open(sealed, key);
  }

  /** Overwrites the keys. Nothing can be encrypted or decrypted any more. */
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
