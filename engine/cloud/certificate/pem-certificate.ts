import { derElement } from "./der-element.ts";

const begin = "-----BEGIN CERTIFICATE-----";
const end = "-----END CERTIFICATE-----";
const sequence = 0x30;
const bitString = 0x03;
/** Tags of the three parts of a certificate: contents, algorithm, signature (RFC 5280, 4.1). */
const parts = [sequence, sequence, bitString];

/**
 * Returns the DER of a PEM certificate. Returns undefined if the text is not exactly one certificate. Checks only the
 * outer structure; the contents are checked when the certificate verifies evidence. Source: RFC 7468.
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
