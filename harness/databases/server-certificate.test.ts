import { createPrivateKey, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { expect } from "chai";
import { authorityCertificate, serverKey } from "./known-authority.ts";
import { serverCertificateFor } from "./server-certificate.ts";

for (const [host, kind] of [
  ["127.0.0.1", "IP"],
  ["172.17.0.1", "IP"],
  ["docker.example", "Host"],
] as const) {
  test(`the certificate of a server at ${host} names it and is signed by the known CA`, () => {
    const certificate = new X509Certificate(serverCertificateFor(host));
    const authority = new X509Certificate(authorityCertificate);
    expect(certificate[`check${kind}`](host)).to.equal(host);
    expect(certificate[`check${kind}`](kind === "IP" ? "10.0.0.1" : "other.example")).to.equal(undefined);
    expect(certificate.checkIssued(authority) && certificate.verify(authority.publicKey)).to.equal(true);
    expect(certificate.checkPrivateKey(createPrivateKey(serverKey))).to.equal(true);
  });
}
