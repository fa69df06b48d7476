import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../../api/problem.ts";
import { utf8Text } from "../../../api/values/base64.ts";
import { cryptographyForTests as cryptography } from "../../../ports/cryptography-for-tests.suite.ts";
import { pemCertificate } from "../../certificate/pem-certificate.ts";
import {
  bareMessage,
  berMessage,
  document,
  dsaCertificate,
  dsaMessage,
  rsaCertificate,
  sha1Message,
  twiceSignedMessage,
} from "./messages.suite.ts";
import { verifyMessage } from "./verify-message.ts";
import { type X509Certificate, x509Certificate } from "./x509-certificate.ts";

function parsed(pem: string): X509Certificate {
  const der = pemCertificate(pem);
  return (der && x509Certificate(der)) ?? expect.fail("no certificate");
}

const certificates = [parsed(rsaCertificate), parsed(dsaCertificate)];

function verified(message: string, { allowSha1 = false, trusted = certificates } = {}): string {
  return utf8Text(verifyMessage(message, { certificates: trusted, allowSha1, cryptography }));
}

suite("a PKCS#7 message from OpenSSL", () => {
  for (const [what, message] of Object.entries({ berMessage, bareMessage, dsaMessage })) {
    test(`${what} is verified and returns its content`, () => {
      expect(verified(message)).to.equal(document);
      expect(verified(message.replace(/.{64}/g, "$&\n"))).to.equal(document);
      expect(verified(`-----BEGIN PKCS7-----\n${message}\n-----END PKCS7-----\n`)).to.equal(document);
    });

    test(`${what} with one altered byte or truncated is refused or returns its content`, () => {
      const bytes = Uint8Array.fromBase64(message);
      for (let at = 0; at < bytes.length; at++) {
        const flipped = Uint8Array.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ 0x01;
        for (const bad of [flipped, bytes.subarray(0, at)]) expect(outcome(bad.toBase64())).to.be.oneOf(outcomes);
      }
    });
  }

  test("is refused if its signer's certificate is unknown", () => {
    const unknown = "failed to verify the signature: pkcs7: No certificate for signer";
    expect(() => verified(dsaMessage, { trusted: certificates.slice(0, 1) })).to.throw(Problem, unknown);
    expect(() => verified(berMessage, { trusted: certificates.slice(1) })).to.throw(Problem, unknown);
  });

  test("is refused with SHA-1 unless that is allowed", () => {
    expect(() => verified(sha1Message)).to.throw(Problem, "the digest is not SHA-256");
    expect(verified(sha1Message, { allowSha1: true })).to.equal(document);
  });

  test("is refused with two valid signatures", () => {
    expect(() => verified(twiceSignedMessage)).to.throw(Problem, "there must be one signature");
  });
});

test("invalid base64 and an invalid message are reported as such", () => {
  expect(() => verified("?")).to.throw(Problem, "failed to decode the PEM encoded PKCS#7 signature");
  expect(() => verified("MAA=")).to.throw(Problem, "failed to parse the BER encoded PKCS#7 signature");
  const deep = new Uint8Array(4000).fill(0x30).map((byte, at) => (at % 2 === 0 ? byte : 0x80));
  expect(() => verified(deep.toBase64())).to.throw(Problem, "failed to parse the BER encoded PKCS#7 signature");
});

test("a message that is too long is refused before parsing, and too many or too deep elements during parsing", () => {
  const parseError = "failed to parse the BER encoded PKCS#7 signature: ";
  const elements = (count: number) => Uint8Array.from({ length: 2 * count }, (_, at) => (at % 2 === 0 ? 0x04 : 0));
  expect(() => verified(elements(512).toBase64())).to.throw(Problem, `${parseError}one element was expected`);
  expect(() => verified(elements(513).toBase64())).to.throw(Problem, `${parseError}more than 512 elements`);
  expect(() => verified(elements(32 * 1024 + 1).toBase64())).to.throw(Problem, `${parseError}longer than 65536 bytes`);
  // Elements in an indefinite length count as well, since its end is found by parsing.
  const marked = Uint8Array.of(0x30, 0x80, ...elements(512), 0, 0);
  expect(() => verified(marked.toBase64())).to.throw(Problem, `${parseError}more than 512 elements`);
});

const outcomes = ["refused", document];

function outcome(message: string): string {
  try {
    return verified(message);
  } catch (error) {
    if (error instanceof Problem) return "refused";
    throw error;
  }
}
