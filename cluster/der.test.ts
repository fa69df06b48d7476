import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import { AlgorithmIdentifier, Certificate, Time } from "@peculiar/asn1-x509";
import { expect } from "chai";
import { authorities } from "./authorities.suite.ts";
import { bytesOfBits, derOf, objectIdentifier, octetString, partsOf, sequence, time } from "./der.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

for (const length of [0, 1, 0x7f, 0x80, 0xff, 0x100, 0xffff, 0x10000]) {
  test(`an element of ${length} bytes says its length as the library has it`, () => {
    const content = new Uint8Array(length).fill(7);
    expect(hex(octetString(content).subarray(0, 8))).to.equal(hex(derOf(new OctetString(content)).subarray(0, 8)));
    expect(octetString(content)).to.have.length(derOf(new OctetString(content)).length);
    expect(partsOf(sequence(octetString(content), octetString(content))).map(hex)).to.deep.equal(
      Array.from({ length: 2 }, () => hex(octetString(content))),
    );
  });
}

for (const dotted of [
  "2.5.29.19",
  "1.3.6.1.5.5.7.3.2",
  "1.2.840.113549.1.1.11",
  "2.16.840.1.101.3.4.3.2",
  "1.3.101.112",
]) {
  test(`the object identifier ${dotted} is as the library has it`, () => {
    const expected = derOf(new AlgorithmIdentifier({ algorithm: dotted }));
    expect(hex(sequence(objectIdentifier(dotted)))).to.equal(hex(expected));
  });
}

for (const year of [1950, 1999, 2026, 2049, 2050, 2127]) {
  test(`a time in ${year} is as the library has it`, () => {
    const at = Date.UTC(year, 10, 23, 4, 5, 6);
    expect(hex(time(at))).to.equal(hex(derOf(new Time(new Date(at)))));
  });
}

test("the parts of a certificate are those that the library reads", () => {
  const { raw } = new X509Certificate(authorities.rsa.certificate);
  const { subjectPublicKeyInfo, subject } = AsnConvert.parse(raw, Certificate).tbsCertificate;
  const [body = raw] = partsOf(raw);
  const parts = partsOf(body);
  expect(parts.map(hex)).to.include.members([hex(derOf(subject)), hex(derOf(subjectPublicKeyInfo))]);
  const [, bits = raw] = partsOf(derOf(subjectPublicKeyInfo));
  expect(hex(bytesOfBits(bits))).to.equal(hex(new Uint8Array(subjectPublicKeyInfo.subjectPublicKey)));
});
