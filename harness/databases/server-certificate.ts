import { createPrivateKey, createPublicKey, randomBytes, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { AsnConvert, AsnSerializer } from "@peculiar/asn1-schema";
import { Certificate, GeneralName, id_ce_subjectAltName, SubjectAlternativeName } from "@peculiar/asn1-x509";
import { extension, nameOf, publicKeyInfo, signedCertificate } from "#cluster/signed-certificate.ts";
import { serialBytes } from "#engine/ports/certificates.ts";
import { authorityCertificate, authorityKey, serverCertificate, serverKey } from "./known-authority.ts";

const localHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

/** The system clock must be in this period, which therefore covers several decades. */
const [notBefore, notAfter] = [Date.UTC(2020, 0), Date.UTC(2049, 0)];

/**
 * Returns a certificate for a database server at `host`, whose key is {@link serverKey}. The CA of {@link
 * authorityCertificate} has signed it.
 */
export function serverCertificateFor(host: string): string {
  if (localHosts.has(host)) return serverCertificate;
  const authority = AsnConvert.parse(new X509Certificate(authorityCertificate).raw, Certificate);
  const publicKey = createPublicKey(serverKey).export({ type: "spki", format: "pem" }).toString();
  const name = new GeneralName(isIP(host) === 0 ? { dNSName: host } : { iPAddress: host });
  return signedCertificate({
    key: createPrivateKey(authorityKey),
    signatureBits: 256,
    issuer: AsnSerializer.toASN(authority.tbsCertificate.subject),
    subject: nameOf(host),
    publicKey: publicKeyInfo(publicKey).element,
    serial: randomBytes(serialBytes),
    notBefore,
    notAfter,
    extensions: [extension(id_ce_subjectAltName, new SubjectAlternativeName([name]))],
  });
}
