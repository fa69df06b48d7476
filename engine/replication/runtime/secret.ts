import type { Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";

const secretBytes = 32;

export function newSecret(entropy: Entropy): string {
  return entropy.bytes(secretBytes).toHex();
}

/**
 * Returns the digest that a primary stores of a secondary's secret. The digest does not reveal the
 * secret, and depends on the replication set.
 */
export function secretDigest(
  cryptography: Cryptography,
  { set, secret }: Readonly<{ set: string; secret: string }>,
): string {
  return cryptography.hmacHex(`replication secret of ${set}`, secret);
}
