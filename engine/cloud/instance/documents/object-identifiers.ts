import type { BerElement } from "../../certificate/ber-element.ts";

/** Names of object identifiers, by DER content in hexadecimal. Sources: RFC 5652, RFC 8017, RFC 5758, RFC 3279. */
const names = {
  "2a864886f70d010701": "data",
  "2a864886f70d010702": "signed data",
  "2a864886f70d010903": "content type",
  "2a864886f70d010904": "message digest",
  "2a864886f70d010905": "signing time",
  "2b0e03021a": "sha1",
  "608648016503040201": "sha256",
  "2a864886f70d010101": "rsa",
  "2a864886f70d010105": "rsa with sha1",
  "2a864886f70d01010b": "rsa with sha256",
  "2a8648ce380401": "dsa",
  "2a8648ce380403": "dsa with sha1",
  "608648016503040302": "dsa with sha256",
} as const;

export type ObjectName = (typeof names)[keyof typeof names];

const objectIdentifier = 0x06;

/** Returns undefined if `element` is not an object identifier with a name in {@link names}. */
export function objectName(element: BerElement | undefined): ObjectName | undefined {
  if (element?.tag !== objectIdentifier) return undefined;
  return (names as Readonly<Record<string, ObjectName>>)[element.content.toHex()];
}
