import { z } from "zod";
import type { Cipher } from "../ports/cryptography.ts";
import { nonceBytes } from "../ports/cryptography.ts";
import type { Entropy } from "../ports/entropy.ts";

/** Store key of the encrypted root key and its sharing. Every initialised store has this record. */
export const rootKeyRecord = "seal/root-key";

export const keyringRecord = "seal/keyring";

/** Store key of the record that marks an unfinished initialisation. The data of such a store belong to no cluster. */
export const foundingRecord = "seal/founding";

export const sealRecords: readonly string[] = [foundingRecord, keyringRecord, rootKeyRecord];

export function isSealRecord(key: string): boolean {
  return sealRecords.includes(key);
}

/** Number of unseal key shares (`shares`), and number of shares that unseal (`threshold`). */
export type Sharing = Readonly<{ shares: number; threshold: number }>;

export type LockedRootKey = Sharing & Readonly<{ locked: string }>;

const stored = z.object({ shares: z.number(), threshold: z.number(), locked: z.string() });

export function parseLockedRootKey(text: string): LockedRootKey {
  return stored.parse(JSON.parse(text));
}

/** Encrypts the root key with `cipher`, the cipher of the unseal key. The sharing is authenticated. */
export function lockRootKey(
  rootKey: Uint8Array,
  sharing: Sharing,
  { cipher, entropy }: { cipher: Cipher; entropy: Entropy },
): string {
  const nonce = entropy.bytes(nonceBytes);
  const locked = cipher.seal(rootKey.toBase64(), { nonce, context: contextOf(sharing) });
  return JSON.stringify({ ...sharing, locked } satisfies LockedRootKey);
}

/** Decrypts a stored root key with `cipher`. Returns undefined if the cipher is wrong or the record was altered. */
export function unlockRootKey(record: LockedRootKey, cipher: Cipher): Uint8Array | undefined {
  const text = cipher.open(record.locked, contextOf(record));
  return text === undefined ? undefined : Uint8Array.fromBase64(text);
}

function contextOf({ shares, threshold }: Sharing): string {
  return `${rootKeyRecord}/${shares}/${threshold}`;
}
