import { createPrivateKey, X509Certificate } from "node:crypto";
import { suite, test } from "node:test";
import { expect } from "chai";
import { authorities, leafCertificate } from "./authorities.suite.ts";
import { nodeCertificates } from "./certificates.ts";

const now = Date.UTC(2027, 0, 1);
const serial = new Uint8Array(20).fill(0xff);
const kinds = [
  { type: "rsa", bits: 2048 },
  { type: "rsa", bits: 3072 },
  { type: "ec", bits: 224 },
  { type: "ec", bits: 256 },
  { type: "ec", bits: 384 },
  { type: "ec", bits: 521 },
  { type: "ed25519", bits: 256 },
] as const;

suite("client certificates", () => {
  for (const keys of ["aside", "at once"] as const) {
    for (const kind of kinds) {
      test(`a ${kind.type} key of ${kind.bits} bits, generated ${keys}, gets a certificate`, async () => {
        const certificates = nodeCertificates({ keys });
        const { privateKey, publicKey } = await certificates.generateKeys(kind);
        const key = createPrivateKey(privateKey);
        expect(key.asymmetricKeyType).to.equal(kind.type);
        if (kind.type === "rsa") expect(key.asymmetricKeyDetails?.modulusLength).to.equal(kind.bits);
        const authority = authorities.ec;
        const issued = certificates.issue({
          commonName: "v-token-app, ünïcode",
          publicKey,
          authority,
          signatureBits: 256,
          serial,
          notBefore: now,
          notAfter: now + 3_600_000,
        });
        const read = new X509Certificate(issued);
        expect(read.checkPrivateKey(key)).to.equal(true);
        expect(read.verify(new X509Certificate(authority.certificate).publicKey)).to.equal(true);
        expect(read.toLegacyObject().subject.CN).to.equal("v-token-app, ünïcode");
        expect([read.validFromDate.getTime(), read.validToDate.getTime()]).to.deep.equal([now, now + 3_600_000]);
        expect(read.serialNumber).to.match(/^7F(FF){19}$/);
        expect(read.ca).to.equal(false);
        expect(read.keyUsage).to.deep.equal(["1.3.6.1.5.5.7.3.2"]);
      });
    }
  }

  for (const [type, authority] of Object.entries(authorities)) {
    for (const signatureBits of [256, 384, 512]) {
      test(`an authority with a key of the type ${type} signs with a digest of ${signatureBits} bits`, async () => {
        const certificates = nodeCertificates();
        const { publicKey } = await certificates.generateKeys({ type: "ed25519", bits: 0 });
        const times = { notBefore: now, notAfter: now + 1000 };
        const issued = certificates.issue({ commonName: "app", publicKey, authority, signatureBits, serial, ...times });
        const read = new X509Certificate(issued);
        expect(read.checkIssued(new X509Certificate(authority.certificate))).to.equal(true);
        expect(read.verify(new X509Certificate(authority.certificate).publicKey)).to.equal(true);
        if (type !== "ed25519") expect(read.signatureAlgorithm?.toLowerCase()).to.contain(`sha${signatureBits}`);
      });
    }
  }

  test("an unusable signer is reported with the name of the faulty field", () => {
    const { faultOf } = nodeCertificates();
    const { ec, rsa } = authorities;
    expect(faultOf(ec)).to.equal(undefined);
    expect(faultOf({})).to.equal(undefined);
    expect(faultOf({ certificate: ec.certificate })).to.equal(undefined);
    expect(faultOf({ ...ec, certificate: "a certificate" })).to.equal("ca_cert is no PEM-encoded certificate");
    expect(faultOf({ ...ec, privateKey: "a key" })).to.equal("ca_private_key is no PEM-encoded private key");
    expect(faultOf({ ...ec, privateKey: rsa.privateKey })).to.equal("ca_private_key is not the key of ca_cert");
    expect(faultOf({ ...ec, certificate: leafCertificate })).to.equal(
      "ca_cert is not the certificate of a certificate authority",
    );
  });
});
