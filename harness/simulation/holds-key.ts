import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Credentials } from "#engine/ports/link.ts";

/** What was found of credentials, by both texts: a cluster shows the same ones each time that it dials. */
const found = new Map<string, boolean>();

/** So many are remembered: those of all clusters of some simulated worlds. */
const maxFound = 256;

/** Whether the private key is that of the certificate: what TLS has each end prove. */
export function holdsKey({ certificate, privateKey }: Credentials): boolean {
  const name = certificate + privateKey;
  const known = found.get(name);
  if (known !== undefined) return known;
  const holds = isPair(certificate, privateKey);
  if (found.size >= maxFound) found.clear();
  found.set(name, holds);
  return holds;
}

function isPair(certificate: string, privateKey: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}
