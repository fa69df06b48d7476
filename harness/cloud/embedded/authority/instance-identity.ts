import { sign } from "node:crypto";
import { signedMessage } from "./signed-message.ts";
import { privateKeyOf, signerOf } from "./test-authority.ts";

/** The signed identity of an instance. Its metadata service returns the members at four paths. */
export type InstanceIdentity = Readonly<{
  document: string;
  /** Base64 of the document's RSA signature with SHA-256. */
  signature: string;
  /** PKCS#7 messages that include the document, in Base64: `pkcs7` is signed with DSA, `rsa2048` with RSA. */
  pkcs7: string;
  rsa2048: string;
}>;

export type IdentityFacts = Readonly<{
  instanceId: string;
  accountId: string;
  imageId: string;
  region: string;
  /** Launch time in milliseconds since 1970. */
  pendingTime: number;
}>;

function identityDocument({ pendingTime, ...facts }: IdentityFacts): string {
  const document = {
    accountId: facts.accountId,
    architecture: "x86_64",
    availabilityZone: `${facts.region}a`,
    billingProducts: null,
    devpayProductCodes: null,
    marketplaceProductCodes: null,
    imageId: facts.imageId,
    instanceId: facts.instanceId,
    instanceType: "t3.micro",
    kernelId: null,
    pendingTime: `${new Date(pendingTime).toISOString().slice(0, 19)}Z`,
    privateIp: "10.0.0.10",
    ramdiskId: null,
    region: facts.region,
    version: "2017-09-30",
  };
  return JSON.stringify(document, null, 2);
}

/**
 * Returns the identity of an instance, signed by the authority of its region. Each signature is computed when it is
 * read, because most callers need only one of them.
 */
export function instanceIdentity(facts: IdentityFacts): InstanceIdentity {
  const document = identityDocument(facts);
  const content = Buffer.from(document);
  const { region } = facts;
  const message = (kind: "dsa" | "rsa2048") =>
    Buffer.from(signedMessage({ content, signers: [signerOf(region, kind)] })).toString("base64");
  const [dsa, rsa] = [once(() => message("dsa")), once(() => message("rsa2048"))];
  const bare = once(() => sign("sha256", content, privateKeyOf(signerOf(region, "identity"))).toString("base64"));
  return {
    document,
    get signature() {
      return bare();
    },
    get pkcs7() {
      return dsa();
    },
    get rsa2048() {
      return rsa();
    },
  };
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
