/** The text that standard base64 with padding spells, or undefined when `encoded` is no base64 of UTF-8 text. */
export function base64Text(encoded: string): string | undefined {
  try {
    const bytes = Uint8Array.fromBase64(encoded, { lastChunkHandling: "strict" });
    return decodeURIComponent(bytes.toHex().replace(/../g, "%$&"));
  } catch {
    return undefined;
  }
}
