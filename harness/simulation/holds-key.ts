import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Credentials } from "#engine/ports/link.ts";

const cache = new Map<string, boolean>();

const maxCached = 256;

/** True if the private key belongs to the certificate, which TLS verifies for both ends of a connection. */
export function holdsKey({ certificate, privateKey }: Credentials): boolean {
  const name = certificate + privateKey;
  const known = cache.get(name);
  if (known !== undefined) return known;
  const holds = isPair(certificate, privateKey);
  if (cache.size >= maxCached) cache.clear();
  cache.set(name, holds);
  return holds;
}

function isPair(certificate: string, privateKey: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}
