import { derElement } from "./der-element.ts";

const begin = "-----BEGIN CERTIFICATE-----";
const end = "-----END CERTIFICATE-----";
const sequence = 0x30;
const bitString = 0x03;
/** What a certificate consists of: what is signed, the algorithm, the signature (RFC 5280, 4.1). */
const parts = [sequence, sequence, bitString];

/**
 * The DER of the one certificate that `pem` is, or undefined when it is anything else or has anything else around it.
 * Looked at is only the outer form: what the certificate says is judged when evidence is verified with it. Source: RFC 7468.
 */
export function pemCertificate(pem: string): Uint8Array | undefined {
  const text = pem.trim();
  if (!text.startsWith(begin) || !text.endsWith(end)) return undefined;
  const der = strictBase64(text.slice(begin.length, -end.length));
  return der && isCertificate(der) ? der : undefined;
}

function strictBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
  } catch {
    return undefined;
  }
}

function isCertificate(der: Uint8Array): boolean {
  const whole = derElement(der);
  if (whole?.tag !== sequence || whole.rest.length > 0) return false;
  let rest = whole.content;
  for (const tag of parts) {
    const part = derElement(rest);
    if (part?.tag !== tag) return false;
    rest = part.rest;
  }
  return rest.length === 0;
}
