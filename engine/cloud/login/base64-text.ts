import { utf8Text } from "../../api/base64.ts";

/** The text that standard base64 with padding spells, or undefined when `encoded` is no base64 of UTF-8 text. */
export function base64Text(encoded: string): string | undefined {
  try {
    return utf8Text(Uint8Array.fromBase64(encoded, { lastChunkHandling: "strict" }));
  } catch {
    return undefined;
  }
}
