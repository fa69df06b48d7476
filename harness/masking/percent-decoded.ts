/** Returns `text` percent-decoded, or unchanged if its encoding is malformed. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
