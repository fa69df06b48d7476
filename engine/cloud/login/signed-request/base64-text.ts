import { utf8Text } from "../../../api/values/base64.ts";

/** Decodes padded standard base64 to text. Returns undefined if `encoded` is not that. */
export function base64Text(encoded: string): string | undefined {
  try {
    return utf8Text(Uint8Array.fromBase64(encoded, { lastChunkHandling: "strict" }));
  } catch {
    return undefined;
  }
}
