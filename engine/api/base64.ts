/** UTF-8 text of base64, of either alphabet. Throws a SyntaxError or a URIError when it is neither base64 nor UTF-8. */
export function decodeBase64(text: string): string {
  const alphabet = /[-_]/.test(text) ? "base64url" : "base64";
  return utf8Text(Uint8Array.fromBase64(text, { alphabet }));
}

/** The text that `bytes` are the UTF-8 of; the language alone has no other way to it. Throws a URIError when they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    if (byte > 0x7f) return decoded(bytes);
    text += String.fromCharCode(byte);
  }
  return text;
}

/** What {@link utf8Text} gives, of any bytes: slow. */
function decoded(bytes: Uint8Array): string {
  return decodeURIComponent(bytes.toHex().replace(/../g, "%$&"));
}

/** Base64 of a text's UTF-8. */
export function encodeBase64(text: string): string {
  return utf8Bytes(text).toBase64();
}

/** URL-safe base64 without padding of a text's UTF-8. */
export function encodeBase64Url(text: string): string {
  return utf8Bytes(text).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The UTF-8 of a text. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return encoded(text);
    bytes[at] = code;
  }
  return bytes;
}

/** What {@link utf8Bytes} gives, of any text: slow. */
function encoded(text: string): Uint8Array {
  const hex = encodeURIComponent(text).replace(
    /%(..)|([^%])/g,
    (_, escaped: string | undefined, plain: string) => escaped ?? plain.charCodeAt(0).toString(16).padStart(2, "0"),
  );
  return Uint8Array.fromHex(hex);
}

/** The text that `text` is the base64 of, else `text` itself: how documents are taken that clients may send either way. */
export function decodedIfBase64(text: string): string {
  try {
    return decodeBase64(text);
  } catch {
    return text;
  }
}
