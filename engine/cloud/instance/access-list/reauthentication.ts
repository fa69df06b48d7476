import { Problem, quoted } from "../../../api/problem.ts";
import { utf8Bytes } from "../../../api/values/base64.ts";
import { parseTime } from "../../../api/values/time.ts";
import type { Cryptography } from "../../../ports/cryptography.ts";
import type { AccessListEntry } from "./access-list-entry.ts";

export type Reauthentication = Readonly<{
  /** Nonce that the client sent; undefined if it sent none. A login with the nonce "" is refused. */
  nonce: string | undefined;
  pendingTime: string;
  accountId: string;
  /** True if an instance that was restarted may log in without the nonce. */
  allowMigration: boolean;
  /** True if the role or the tag permits only one login per instance. */
  disallow: boolean;
}>;

export const maxNonceCharacters = 128;

/**
 * Throws a Problem unless the instance of `entry` may log in again (W4.4-07, W4.4-11). It must send the nonce of
 * `entry`, or have been restarted if migration is allowed.
 */
export function requireReauthentication(
  entry: AccessListEntry,
  login: Reauthentication,
  { equal }: Pick<Cryptography, "equal">,
): void {
  if (entry.accountId !== login.accountId)
    throw new Problem("refused", "the instance has logged in from another account");
  if (entry.disallowReauthentication || login.disallow || login.nonce === "") {
    throw new Problem("refused", "reauthentication is disabled");
  }
  const [before, now] = [instantOf(entry.pendingTime), instantOf(login.pendingTime)];
  if (login.nonce === undefined || !equal(utf8Bytes(login.nonce), utf8Bytes(entry.nonce))) {
    if (!login.allowMigration) throw new Problem("refused", "client nonce mismatch");
    if (now <= before) throw new Problem("refused", "client nonce mismatch and instance meta-data incorrect");
  }
  if (now < before) throw new Problem("refused", "instance meta-data is older than the one used for previous login");
}

export function requireNonceLength(nonce: string): void {
  if (nonce.length > maxNonceCharacters) {
    throw new Problem("refused", `client nonce exceeding the limit of ${maxNonceCharacters} characters`);
  }
}

function instantOf(text: string): number {
  const instant = parseTime(text);
  if (instant === undefined)
    throw new Problem("refused", `parsing time ${quoted(text)} as RFC 3339: it is no such time`);
  return instant;
}
