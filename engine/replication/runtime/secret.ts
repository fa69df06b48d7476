import type { Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";

const secretBytes = 32;

export function newSecret(entropy: Entropy): string {
  return entropy.bytes(secretBytes).toHex();
}

/**
 * Returns the digest of a secondary's secret that a primary stores. The secret cannot be derived from it, and it is
 * invalid in another replication set.
 */
export function secretDigest(
  cryptography: Cryptography,
  { set, secret }: Readonly<{ set: string; secret: string }>,
): string {
  return cryptography.hmacHex(`replication secret of ${set}`, secret);
}
