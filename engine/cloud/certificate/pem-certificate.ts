import { berElements, onlyElement } from "./ber-element.ts";

const begin = "-----BEGIN CERTIFICATE-----";
const end = "-----END CERTIFICATE-----";
const sequence = 0x30;
const bitString = 0x03;
const parts = [sequence, sequence, bitString];

/**
 * Returns the DER of a PEM certificate. Returns undefined if the text is not exactly one certificate. Checks only the
 * outer structure. Source: RFC 7468.
 */
export function pemCertificate(pem: string): Uint8Array | undefined {
  const text = pem.trim();
  if (!text.startsWith(begin) || !text.endsWith(end)) return undefined;
  try {
    const der = Uint8Array.fromBase64(text.slice(begin.length, -end.length), { lastChunkHandling: "strict" });
    return isCertificate(der) ? der : undefined;
  } catch {
    return undefined;
  }
}

function isCertificate(der: Uint8Array): boolean {
  const whole = onlyElement(der);
  const found = berElements(whole.content);
  if (whole.tag !== sequence || found.length !== parts.length) return false;
  return found.every(({ tag }, at) => tag === parts[at]) && [whole, ...found].every(({ isDerLength }) => isDerLength);
}
