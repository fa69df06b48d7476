import { createPrivateKey, type KeyObject } from "node:crypto";

/** Cache of parsed keys, by the object that contains the PEM. Parsing a key takes longer than signing. */
const read = new WeakMap<object, KeyObject>();

/** Returns the private key of `holder`. Throws an Error if its PEM is invalid. */
export function privateKeyOf(holder: Readonly<{ privateKey: string }>): KeyObject {
  const known = read.get(holder);
  if (known) return known;
  const key = createPrivateKey(holder.privateKey);
  read.set(holder, key);
  return key;
}

export function rememberPrivateKey(holder: Readonly<{ privateKey: string }>, key: KeyObject): void {
  read.set(holder, key);
}
