import { createPrivateKey, sign } from "node:crypto";
import type { InstanceIdentity } from "#harness/cloud/embedded/authority/instance-identity.ts";
import { signedMessage } from "#harness/cloud/embedded/authority/signed-message.ts";
import { type Signer, signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import { otherThan } from "../altered.ts";

type Evidence = Readonly<Record<string, string>>;
type Given = Readonly<{ identity: InstanceIdentity; region: string }>;

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");

function detached({ document }: Pick<InstanceIdentity, "document">, signature: string): Evidence {
  return { identity: base64(document), signature };
}

function bare(document: string, signer: Signer, digest = "sha256"): string {
  return base64(sign(digest, Buffer.from(document), createPrivateKey(signer.privateKey)));
}

function signed({ identity }: Given, signer: Signer, digest?: string): Evidence {
  return detached(identity, bare(identity.document, signer, digest));
}

function message({ identity: { document } }: Given, signers: readonly Signer[], more: object = {}): Evidence {
  return { pkcs7: base64(signedMessage({ content: Buffer.from(document), signers, ...more })) };
}

const otherFacts: Readonly<Record<string, (value: string) => string>> = {
  instanceId: () => "i-0",
  accountId: otherThan,
  imageId: () => "ami-0",
  region: () => "us-east-2",
  pendingTime: () => "2050-01-01T00:00:00Z",
};

const alterations = Object.entries(otherFacts).map(([what, other]) => [
  `its identity document with another ${what}`,
  ({ identity: { document, signature } }: Given) => {
    const facts = JSON.parse(document) as Readonly<Record<string, string>>;
    return detached({ document: JSON.stringify({ ...facts, [what]: other(facts[what] ?? "") }, null, 2) }, signature);
  },
]);

/** Evidence of an instance's login: valid evidence, and evidence that an attacker could forge. */
export const instanceEvidence: Readonly<Record<string, (given: Given) => Evidence>> = {
  "its DSA signature": ({ identity }) => ({ pkcs7: identity.pkcs7 }),
  "its DSA signature with SHA-1": (given) => message(given, [signerOf(given.region, "dsa")], { digest: "sha1" }),
  "its RSA signature with SHA-1": (given) => message(given, [signerOf(given.region, "rsa2048")], { digest: "sha1" }),
  "its RSA signature by a certificate with SHA-1": (given) =>
    message(given, [signerOf(given.region, "rsa2048", { sha1: true })]),
  "its DSA signature by a certificate with SHA-1": (given) =>
    message(given, [signerOf(given.region, "dsa", { sha1: true })]),
  "its signed identity document": ({ identity }) => detached(identity, identity.signature),
  "only its identity document": ({ identity }) => ({ identity: base64(identity.document) }),
  "only the signature of its identity document": ({ identity }) => ({ signature: identity.signature }),
  "no identity document": () => ({ pkcs7: "" }),
  "its PKCS#7 signature beside its identity document": ({ identity }) => ({
    pkcs7: identity.rsa2048,
    ...detached(identity, identity.signature),
  }),
  "its PKCS#7 signature in lines": ({ identity }) => ({ pkcs7: identity.rsa2048.replace(/.{64}/g, "$&\n") }),
  "its identity document not in base64": ({ identity: { document, signature } }) => ({ identity: document, signature }),
  "its identity document signed with SHA-1": (given) => signed(given, signerOf(given.region, "identity"), "sha1"),
  "its identity document signed with SHA-512": (given) => signed(given, signerOf(given.region, "identity"), "sha512"),
  "its identity document signed by an impostor": (given) => signed(given, signerOf("impostor", "identity")),
  "its identity document, with a signature not in base64": ({ identity }) =>
    detached(identity, Buffer.from(identity.signature, "base64").toString("latin1")),
  ...Object.fromEntries(alterations),
  "a PKCS#7 signature of something else": (given) =>
    message(given, [signerOf(given.region, "rsa2048")], { signed: Buffer.from("something else") }),
  "a PKCS#7 signature without its content": (given) =>
    message(given, [signerOf(given.region, "rsa2048")], { attached: false }),
  "a PKCS#7 signature with a second signer": (given) =>
    message(given, [signerOf(given.region, "rsa2048"), signerOf("impostor", "dsa")]),
  "a PKCS#7 signature of an impostor": (given) => message(given, [signerOf("impostor", "rsa2048")]),
  "a PKCS#7 signature of an impostor with DSA": (given) => message(given, [signerOf("impostor", "dsa")]),
  "a PKCS#7 signature of an impostor, whose certificate is in it": (given) =>
    message(given, [signerOf("impostor", "rsa2048")], { certificates: true }),
  "a PKCS#7 signature by the key for bare signatures": (given) => message(given, [signerOf(given.region, "identity")]),
  "its identity document signed by the key for PKCS#7": (given) => signed(given, signerOf(given.region, "rsa2048")),
};
