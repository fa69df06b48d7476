import { createPrivateKey, type KeyObject } from "node:crypto";

/** Parsed private keys by the object with their PEM. Parsing costs more than signing. */
const read = new WeakMap<object, KeyObject>();

/** Returns the private key of `holder`. Throws an Error if it is not PEM-encoded. */
export function privateKeyOf(holder: Readonly<{ privateKey: string }>): KeyObject {
  const known = read.get(holder);
  if (known) return known;
  const key = createPrivateKey(holder.privateKey);
  read.set(holder, key);
  return key;
}

/** Caches the private key from which the PEM of `holder` was created. */
export function rememberPrivateKey(holder: Readonly<{ privateKey: string }>, key: KeyObject): void {
  read.set(holder, key);
}
