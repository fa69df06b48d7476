import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { Then } from "@cucumber/cucumber";
import { expect } from "chai";
import { authorityCertificate } from "#harness/databases/known-authority.ts";
import { comparable, type Fields, fieldsOf } from "../../values.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Returns the client certificate in a client's credentials, and the private key beside it. */
function certificateOf(world: RehearsalWorld, who: string): Readonly<{ certificate: X509Certificate; key: KeyObject }> {
  const { client_certificate, private_key } = world.credentialsOf(who).answer.data ?? {};
  return { certificate: new X509Certificate(String(client_certificate)), key: createPrivateKey(String(private_key)) };
}

/** Tolerance in seconds for a busy machine and for clocks that differ. */
const leewaySeconds = 30;

Then(
  "the authority has issued {person}'s certificate for its private key, as a client certificate",
  function (this: RehearsalWorld, who: string) {
    const { certificate, key } = certificateOf(this, who);
    const authority = new X509Certificate(authorityCertificate);
    expect(certificate.checkIssued(authority), "the authority is the issuer").to.equal(true);
    expect(certificate.verify(authority.publicKey), "the authority has signed it").to.equal(true);
    expect(certificate.checkPrivateKey(key), "it is of the key").to.equal(true);
    expect(certificate.ca, "it is of an authority").to.equal(false);
    expect(certificate.keyUsage, "what it is for").to.deep.equal(["1.3.6.1.5.5.7.3.2"]);
  },
);

Then("{person}'s certificate is valid as long as the lease", function (this: RehearsalWorld, who: string) {
  const { certificate } = certificateOf(this, who);
  const { seconds } = this.credentialsOf(who);
  const left = (certificate.validToDate.getTime() - this.stage.now()) / 1000;
  expect(left).to.be.within(seconds - leewaySeconds, seconds + leewaySeconds);
});

const bitsOfCurves: Readonly<Record<string, number>> = {
  secp224r1: 224,
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
  ed25519: 256,
};

// `key_bits` is the size of the key (RSA) or of its curve, and `signature_bits` that of the hash in the signature.
Then("{person}'s certificate has {string}", async function (this: RehearsalWorld, who: string, text: string) {
  const { certificate, key } = certificateOf(this, who);
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  const shown: Fields = {
    common_name: /^CN=(.*)$/.exec(certificate.subject)?.[1],
    key_type: key.asymmetricKeyType,
    key_bits: modulusLength ?? bitsOfCurves[namedCurve ?? key.asymmetricKeyType ?? ""],
    signature_bits: Number(/sha(\d+)/i.exec(certificate.signatureAlgorithm ?? "")?.[1]),
  };
  const wanted = await fieldsOf(this, text);
  expect(comparable(shown, wanted)).to.deep.equal(wanted);
});
