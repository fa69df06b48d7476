import { Problem } from "../api/problem.ts";
import type { Cryptography } from "../ports/cryptography.ts";
import type { Sharing } from "./records.ts";

export const maxShares = 255;

export function expectSharing({ shares, threshold }: Sharing, what: string): void {
  const refuse = (why: string) => {
    throw new Problem("refused", `invalid ${what}: ${why}`);
  };
  if (shares < 1) refuse("shares must be at least one");
  if (threshold < 1) refuse("threshold must be at least one");
  if (shares > 1 && threshold === 1) refuse("threshold must be greater than one for multiple shares");
  if (shares > maxShares) refuse("shares must be less than 256");
  if (threshold > maxShares) refuse("threshold must be less than 256");
  if (threshold > shares) refuse("threshold cannot be larger than shares");
}

/** Splits `key` into shares. If there is only one share, it is the key itself. */
export async function shareKey(
  key: Uint8Array,
  sharing: Sharing,
  cryptography: Cryptography,
): Promise<readonly Uint8Array[]> {
  return sharing.shares === 1 ? [Uint8Array.from(key)] : cryptography.splitSecret(key, sharing);
}
