/**
 * Decodes base64, standard or URL-safe. Throws a SyntaxError if it is invalid, a URIError if the
 * bytes are not UTF-8.
 */
export function decodeBase64(text: string): string {
  const alphabet = /[-_]/.test(text) ? "base64url" : "base64";
  return utf8Text(Uint8Array.fromBase64(text, { alphabet }));
}

/** Decodes UTF-8 without platform functions. Throws a URIError if `bytes` are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    if (byte > 0x7f) return decoded(bytes);
    text += String.fromCharCode(byte);
  }
  return text;
}

function decoded(bytes: Uint8Array): string {
  return decodeURIComponent(bytes.toHex().replace(/../g, "%$&"));
}

export function encodeBase64(text: string): string {
  return utf8Bytes(text).toBase64();
}

export function encodeBase64Url(text: string): string {
  return utf8Bytes(text).toBase64({ alphabet: "base64url", omitPadding: true });
}

export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return encoded(text);
    bytes[at] = code;
  }
  return bytes;
}

function encoded(text: string): Uint8Array {
  const hex = encodeURIComponent(text).replace(
    /%(..)|([^%])/g,
    (_, escaped: string | undefined, plain: string) => escaped ?? plain.charCodeAt(0).toString(16).padStart(2, "0"),
  );
  return Uint8Array.fromHex(hex);
}

/** Returns the decoded text if `text` is base64 of UTF-8, otherwise `text` itself: clients send both forms. */
export function decodedIfBase64(text: string): string {
  try {
    return decodeBase64(text);
  } catch {
    return text;
  }
}
