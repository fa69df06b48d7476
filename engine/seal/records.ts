import { z } from "zod";
import type { Cipher } from "../ports/cryptography.ts";
import { nonceBytes } from "../ports/cryptography.ts";
import type { Entropy } from "../ports/entropy.ts";

/** Where the root key is, encrypted under the unseal key, and how that is shared. A store with this record is initialised. */
export const rootKeyRecord = "seal/root-key";

/** Where the keyring is, encrypted under the root key. */
export const keyringRecord = "seal/keyring";

/** The record of an initialisation under way: what is in the store then belongs to no cluster. */
export const foundingRecord = "seal/founding";

/** The seal's own records, in order. The cluster does not see them, and no wipe removes them. */
export const sealRecords: readonly string[] = [foundingRecord, keyringRecord, rootKeyRecord];

export function isSealRecord(key: string): boolean {
  return sealRecords.includes(key);
}

/** How the unseal key is shared: the number of key shares, and how many of them are needed. */
export type Sharing = Readonly<{ shares: number; threshold: number }>;

/** The root key as it is stored. */
export type LockedRootKey = Sharing & Readonly<{ locked: string }>;

const stored = z.object({ shares: z.number(), threshold: z.number(), locked: z.string() });

export function parseLockedRootKey(text: string): LockedRootKey {
  return stored.parse(JSON.parse(text));
}

/** Decrypts the root key with the unseal key's `cipher`. The number of shares is authenticated with it. */
export function lockRootKey(
  rootKey: Uint8Array,
  sharing: Sharing,
  { cipher, entropy }: { cipher: Cipher; entropy: Entropy },
): string {
  const nonce = entropy.bytes(nonceBytes);
  const locked = cipher.seal(rootKey.toBase64(), { nonce, context: contextOf(sharing) });
  return JSON.stringify({ ...sharing, locked } satisfies LockedRootKey);
}

/** The root key behind `record`; undefined when `cipher` is not of the key it was locked with. */
export function unlockRootKey(record: LockedRootKey, cipher: Cipher): Uint8Array | undefined {
  const text = cipher.open(record.locked, contextOf(record));
  return text === undefined ? undefined : Uint8Array.fromBase64(text);
}

function contextOf({ shares, threshold }: Sharing): string {
  return `${rootKeyRecord}/${shares}/${threshold}`;
}
