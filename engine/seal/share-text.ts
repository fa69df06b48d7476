import { bounded } from "../api/field.ts";
import { Problem } from "../api/problem.ts";

/** Minimum length of a share in bytes: that of the shortest AES key. */
const minBytes = 16;
/** Maximum length of a share in bytes: that of a share of a 32-byte key. */
export const maxBytes = 33;

/** Request field for an unseal key share. Its maximum is twice the hexadecimal length of a share. */
export const keyShare = bounded
  .secret({ characters: 4 * maxBytes })
  .default("")
  .meta({ description: "An unseal key share, in hexadecimal digits or base64" });

/** Parses a key or key share in hexadecimal or base64. Throws a Problem whose text does not contain `text`. */
export function parseShare(text: string): Uint8Array {
  const share = fromHex(text) ?? fromBase64(text);
  if (!share) throw new Problem("malformed", "'key' must be a valid hex or base64 string");
  if (share.length < minBytes) {
    throw new Problem("refused", `invalid key: key is shorter than minimum ${minBytes} bytes`);
  }
  if (share.length > maxBytes) {
    throw new Problem("refused", `invalid key: key is longer than maximum ${maxBytes} bytes`);
  }
  return share;
}

export function shareTexts(shares: readonly Uint8Array[]): Readonly<{ keys: string[]; keys_base64: string[] }> {
  return { keys: shares.map((share) => share.toHex()), keys_base64: shares.map((share) => share.toBase64()) };
}

function fromHex(text: string): Uint8Array | undefined {
  return text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text) ? Uint8Array.fromHex(text) : undefined;
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
  } catch {
    return undefined;
  }
}
