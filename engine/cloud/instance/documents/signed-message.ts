import { type BerElement, berElements, maxDepth, onlyElement } from "../../certificate/ber-element.ts";
import { type ObjectName, objectName } from "./object-identifiers.ts";

export type SignedMessage = Readonly<{
  content: Uint8Array;
  /** Issuer of the signer's certificate, as DER. */
  issuer: Uint8Array;
  serial: Uint8Array;
  digest: ObjectName | undefined;
  algorithm: ObjectName | undefined;
  signature: Uint8Array;
  /**
   * Signed attributes. If present, the signature covers them, and they contain the digest of the content. If undefined,
   * the signature covers the content itself.
   */
  attributes?: SignedAttributes;
}>;

export type SignedAttributes = Readonly<{
  /** The bytes that were signed: the attributes as a DER SET OF. */
  bytes: Uint8Array;
  contentType: ObjectName | undefined;
  messageDigest: Uint8Array;
}>;

const tags = { octets: 0x04, octetsInParts: 0x24, set: 0x31, explicit0: 0xa0, explicit1: 0xa1 } as const;

/**
 * Parses a message. Certificates in the message are ignored, since they do not establish trust. Throws an Error if the
 * message is not signed data, has no content, or does not have exactly one signature. (With two signatures, one might
 * be verified and the other trusted.)
 */
export function readSignedMessage(bytes: Uint8Array): SignedMessage {
  const [type, body] = children(onlyElement(bytes));
  if (objectName(type) !== "signed data" || body?.tag !== tags.explicit0) throw new Error("it is no signed data");
  const [, , encapsulated, ...rest] = children(onlyElement(body.content));
  const [contentType, content, ...more] = encapsulated ? children(encapsulated) : [];
  if (objectName(contentType) !== "data" || more.length > 0) throw new Error("what is signed is not data");
  if (content?.tag !== tags.explicit0) throw new Error("the content is not in it");
  const optional = rest.slice(0, -1);
  if (optional.some(({ tag }) => tag !== tags.explicit0 && tag !== tags.explicit1))
    throw new Error("a part is unknown");
  const signers = rest.at(-1);
  if (signers?.tag !== tags.set) throw new Error("there are no signatures");
  const [signer, ...others] = children(signers);
  if (!signer || others.length > 0) throw new Error("there must be one signature");
  return { content: octets(onlyElement(content.content)), ...readSigner(signer) };
}

function readSigner(signer: BerElement): Omit<SignedMessage, "content"> {
  const [, identifier, digest, ...rest] = children(signer);
  const attributes = rest[0]?.tag === tags.explicit0 ? rest[0] : undefined;
  const [algorithm, signature] = attributes ? rest.slice(1) : rest;
  const [issuer, serial] = identifier ? children(identifier) : [];
  if (!issuer || !serial || !digest || !algorithm || signature?.tag !== tags.octets) {
    throw new Error("the signature is not whole");
  }
  return {
    issuer: issuer.whole,
    serial: serial.content,
    digest: objectName(children(digest)[0]),
    algorithm: objectName(children(algorithm)[0]),
    signature: signature.content,
    ...(attributes ? { attributes: readAttributes(attributes) } : undefined),
  };
}

function readAttributes(element: BerElement): SignedAttributes {
  // The signature covers the SET, which is sent with another tag.
  if (!element.isDerLength) throw new Error("signed attributes must be in DER");
  const bytes = Uint8Array.from(element.whole);
  bytes[0] = tags.set;
  const attributeValue = (wanted: ObjectName) => {
    const [attribute, ...more] = children(element).filter((found) => objectName(children(found)[0]) === wanted);
    const [, values] = attribute ? children(attribute) : [];
    if (more.length > 0 || values?.tag !== tags.set) throw new Error(`there must be one ${wanted}`);
    return onlyElement(values.content);
  };
  return {
    bytes,
    contentType: objectName(attributeValue("content type")),
    messageDigest: octets(attributeValue("message digest")),
  };
}

function octets(element: BerElement, depth = 0): Uint8Array {
  if (element.tag === tags.octets) return element.content;
  if (element.tag !== tags.octetsInParts || depth > maxDepth) throw new Error("octets were expected");
  const parts = children(element).map((part) => octets(part, depth + 1));
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function children(element: BerElement): readonly BerElement[] {
  return berElements(element.content);
}
