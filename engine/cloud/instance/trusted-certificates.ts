import type { Storage } from "../../core/storage/storage.ts";
import { type Certificate, certificates } from "../certificate/certificate.ts";
import { pemCertificate } from "../certificate/pem-certificate.ts";
import { type X509Certificate, x509Certificate } from "./x509-certificate.ts";

/** The certificates that evidence may be signed by, and whether those that use SHA-1 count. */
export type TrustedCertificates = Readonly<{ certificates: readonly X509Certificate[]; allowSha1: boolean }>;

/** The certificates of one type that are registered at the mount. SHA-1 counts no more (cloud-auth-api.md, "Versioning"). */
export async function trustedCertificates(
  type: Certificate["type"],
  { storage }: Readonly<{ storage: Storage }>,
): Promise<TrustedCertificates> {
  const names = await certificates.names(storage);
  const registered = await Promise.all(names.map((name) => certificates.read(storage, name)));
  const found = registered.flatMap((certificate) => (certificate?.type === type ? parsed(certificate.pem) : []));
  return { certificates: found, allowSha1: false };
}

function parsed(pem: string): readonly X509Certificate[] {
  const der = pemCertificate(pem);
  const certificate = der && x509Certificate(der);
  return certificate ? [certificate] : [];
}
