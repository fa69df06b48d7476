import { createPrivateKey, type KeyObject } from "node:crypto";

/** Keys that were read from PEM, by the object that holds the text: with the object the key goes, too. To read one costs more than to sign with it. */
const read = new WeakMap<object, KeyObject>();

/** The private key of a pair or an authority. Throws an Error for what is no PEM-encoded private key. */
export function privateKeyOf(holder: Readonly<{ privateKey: string }>): KeyObject {
  const known = read.get(holder);
  if (known) return known;
  const key = createPrivateKey(holder.privateKey);
  read.set(holder, key);
  return key;
}

/** Notes the private key of a pair that was made of it. */
export function rememberPrivateKey(holder: Readonly<{ privateKey: string }>, key: KeyObject): void {
  read.set(holder, key);
}
