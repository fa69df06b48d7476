import { test } from "node:test";
import { expect } from "chai";
import { north, south } from "./certificates.suite.ts";
import { pemCertificate } from "./pem-certificate.ts";

const begin = "-----BEGIN CERTIFICATE-----";
const end = "-----END CERTIFICATE-----";
const der = Uint8Array.fromBase64(north.slice(begin.length, -end.length));

function pemOf(bytes: Uint8Array | readonly number[]): string {
  return `${begin}\n${Uint8Array.from(bytes).toBase64()}\n${end}`;
}

const sequence = (...content: number[]) => [0x30, content.length, ...content];
const emptySequence = sequence();
const emptyBits = [0x03, 0];
const longBits = [0x03, 0x82, 0xff, 0xf7, ...new Uint8Array(0xfff7)];
const least = sequence(...emptySequence, ...emptySequence, ...emptyBits);

test("a certificate is accepted with any line ends and with whitespace around it", () => {
  for (const pem of [north, ` \n${north}\n\n`, north.replaceAll("\n", "\r\n"), pemOf(der)]) {
    expect(pemCertificate(pem)).to.deep.equal(der);
  }
});

test("only the outer structure is checked: contents, algorithm, signature", () => {
  expect(pemCertificate(pemOf(least))).to.deep.equal(Uint8Array.from(least));
});

for (const [what, pem] of [
  ["nothing", ""],
  ["a bare text", "certificate"],
  ["two blocks", `${north}\n${south}`],
  ["a block after other text", `north\n${north}`],
  ["a block before other text", `${north}\nnorth`],
  ["an unterminated block", north.slice(0, -end.length)],
  ["a begin line alone", begin],
  ["a block of another kind", north.replaceAll("CERTIFICATE", "PUBLIC KEY")],
  ["a block with the begin line of another kind", north.replace(begin, "-----BEGIN PUBLIC KEY-----")],
  ["a block with the end line of another kind", north.replace(end, "-----END PUBLIC KEY-----")],
  ["a block with headers", north.replace(begin, `${begin}\nProc-Type: 4,ENCRYPTED\n`)],
  ["a block that is not base64", north.replace("M", "*")],
  ["base64 without its padding", north.replace("=\n", "\n")],
  ["an empty block", `${begin}\n${end}`],
  ["a truncated certificate", pemOf(der.slice(0, -1))],
  ["a certificate before other bytes", pemOf([...der, 0])],
  ["an empty sequence", pemOf(emptySequence)],
  ["a certificate without a signature", pemOf(sequence(...emptySequence, ...emptySequence))],
  ["a bare public key", pemOf(sequence(...emptySequence, ...emptyBits))],
  ["a certificate whose signature is no bit string", pemOf(sequence(...emptySequence, ...emptySequence, 0x04, 0))],
  ["a certificate of four parts", pemOf(sequence(...emptySequence, ...emptySequence, ...emptyBits, ...emptyBits))],
  ["a certificate whose length is not in the shortest form", pemOf([0x30, 0x81, ...least.slice(1)])],
  ["a certificate of indefinite length", pemOf([0x30, 0x80, ...least.slice(2), 0, 0])],
  ["a certificate with a part of indefinite length", pemOf(sequence(0x30, 0x80, 0, 0, ...emptySequence, ...emptyBits))],
  ["a certificate longer than 64 KiB", pemOf([0x30, 0x82, 0xff, 0xff, ...least.slice(2, 6), ...longBits])],
  ["a set", pemOf([0x31, ...least.slice(1)])],
] as const) {
  test(`${what} is no certificate`, () => {
    expect(pemCertificate(pem)).to.equal(undefined);
  });
}
