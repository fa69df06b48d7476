import { createPrivateKey, sign } from "node:crypto";
import type { InstanceIdentity } from "#harness/cloud/embedded/authority/instance-identity.ts";
import { signedMessage } from "#harness/cloud/embedded/authority/signed-message.ts";
import { type Signer, signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import { otherThan } from "../other-account.ts";

type Evidence = Readonly<Record<string, string>>;
type Given = Readonly<{ identity: InstanceIdentity; region: string }>;

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");

function altered({ document }: InstanceIdentity, what: string, other: (value: string) => string): string {
  const facts = JSON.parse(document) as Readonly<Record<string, string>>;
  return JSON.stringify({ ...facts, [what]: other(facts[what] ?? "") }, null, 2);
}

function bare(document: string, signer: Signer, digest = "sha256"): string {
  return base64(sign(digest, Buffer.from(document), createPrivateKey(signer.privateKey)));
}

function message(document: string, signers: readonly Signer[], more: object = {}): Evidence {
  return { pkcs7: base64(signedMessage({ content: Buffer.from(document), signers, ...more })) };
}

/** Evidence of an instance's login: valid evidence, and evidence that an attacker could forge. */
export const instanceEvidence: Readonly<Record<string, (given: Given) => Evidence>> = {
  "its DSA signature": ({ identity }) => ({ pkcs7: identity.pkcs7 }),
  "its DSA signature with SHA-1": ({ identity, region }) =>
    message(identity.document, [signerOf(region, "dsa")], { digest: "sha1" }),
  "its RSA signature with SHA-1": ({ identity, region }) =>
    message(identity.document, [signerOf(region, "rsa2048")], { digest: "sha1" }),
  "its RSA signature by a certificate with SHA-1": ({ identity, region }) =>
    message(identity.document, [signerOf(region, "rsa2048", { sha1: true })]),
  "its DSA signature by a certificate with SHA-1": ({ identity, region }) =>
    message(identity.document, [signerOf(region, "dsa", { sha1: true })]),
  "its identity document, signed": ({ identity }) => ({
    identity: base64(identity.document),
    signature: identity.signature,
  }),
  "only its identity document": ({ identity }) => ({ identity: base64(identity.document) }),
  "only the signature of its identity document": ({ identity }) => ({ signature: identity.signature }),
  "no identity document": () => ({ pkcs7: "" }),
  "its PKCS#7 signature beside its identity document": ({ identity }) => ({
    pkcs7: identity.rsa2048,
    identity: base64(identity.document),
    signature: identity.signature,
  }),
  "its PKCS#7 signature in lines": ({ identity }) => ({ pkcs7: identity.rsa2048.replace(/.{64}/g, "$&\n") }),
  "its identity document not in base64": ({ identity }) => ({
    identity: identity.document,
    signature: identity.signature,
  }),
  "its identity document, signed with SHA-1": ({ identity, region }) => ({
    identity: base64(identity.document),
    signature: bare(identity.document, signerOf(region, "identity"), "sha1"),
  }),
  "its identity document, signed with SHA-512": ({ identity, region }) => ({
    identity: base64(identity.document),
    signature: bare(identity.document, signerOf(region, "identity"), "sha512"),
  }),
  "its identity document, signed by an impostor": ({ identity }) => ({
    identity: base64(identity.document),
    signature: bare(identity.document, signerOf("impostor", "identity")),
  }),
  "its identity document, with a signature not in base64": ({ identity }) => ({
    identity: base64(identity.document),
    signature: Buffer.from(identity.signature, "base64").toString("latin1"),
  }),
  ...alterations(),
  "a PKCS#7 signature of something else": ({ identity, region }) =>
    message(identity.document, [signerOf(region, "rsa2048")], { signed: Buffer.from("something else") }),
  "a PKCS#7 signature without its content": ({ identity, region }) =>
    message(identity.document, [signerOf(region, "rsa2048")], { attached: false }),
  "a PKCS#7 signature with a second signer": ({ identity, region }) =>
    message(identity.document, [signerOf(region, "rsa2048"), signerOf("impostor", "dsa")]),
  "a PKCS#7 signature of an impostor": ({ identity }) => message(identity.document, [signerOf("impostor", "rsa2048")]),
  "a PKCS#7 signature of an impostor with DSA": ({ identity }) =>
    message(identity.document, [signerOf("impostor", "dsa")]),
  "a PKCS#7 signature of an impostor, whose certificate is in it": ({ identity }) =>
    message(identity.document, [signerOf("impostor", "rsa2048")], { certificates: true }),
  "a PKCS#7 signature by the key for bare signatures": ({ identity, region }) =>
    message(identity.document, [signerOf(region, "identity")]),
  "its identity document, signed by the key for PKCS#7": ({ identity, region }) => ({
    identity: base64(identity.document),
    signature: bare(identity.document, signerOf(region, "rsa2048")),
  }),
};

function alterations(): Readonly<Record<string, (given: Given) => Evidence>> {
  const values = {
    instanceId: () => "i-0",
    accountId: otherThan,
    imageId: () => "ami-0",
    region: () => "us-east-2",
    pendingTime: () => "2050-01-01T00:00:00Z",
  };
  return Object.fromEntries(
    Object.entries(values).map(([what, value]) => [
      `its identity document with another ${what}`,
      ({ identity }: Given) => ({ identity: base64(altered(identity, what, value)), signature: identity.signature }),
    ]),
  );
}
