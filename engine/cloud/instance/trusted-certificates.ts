import { LruCache } from "../../core/collections/lru-cache.ts";
import type { Storage } from "../../core/storage/storage.ts";
import { type Cloud, noSurroundings } from "../../ports/cloud.ts";
import { type Certificate, certificates } from "../certificate/certificate.ts";
import { pemCertificate } from "../certificate/pem-certificate.ts";
import type { Release } from "../release.ts";
import { type X509Certificate, x509Certificate } from "./x509-certificate.ts";

/** The certificates that evidence may be signed by, and whether those that use SHA-1 count. */
export type TrustedCertificates = Readonly<{ certificates: readonly X509Certificate[]; allowSha1: boolean }>;

/** Where certificates are known from, and whether SHA-1 counts. */
export type CertificateSources = Readonly<{ storage: Storage; cloud: Cloud; release: Release }>;

/** The workaround of operators who still need SHA-1, as the reference has it: an item of the variable `GODEBUG`. */
const sha1Workaround = "x509sha1=1";

/**
 * The certificates of one type: the built-in ones and those registered at the mount
 * (CLOUD-CERT-12).
 */
export async function trustedCertificates(
  type: Certificate["type"],
  { storage, cloud, release }: CertificateSources,
): Promise<TrustedCertificates> {
  const { environment, certificates: builtIn } = cloud.surroundings ?? noSurroundings;
  const names = await certificates.names(storage);
  const registered = await Promise.all(names.map((name) => certificates.read(storage, name)));
  const found = [...registered, ...builtIn].flatMap((certificate) =>
    certificate?.type === type ? parsed(certificate.pem) : [],
  );
  const allowSha1 = release.acceptsSha1 || (environment.GODEBUG ?? "").split(",").includes(sha1Workaround);
  return { certificates: found, allowSha1 };
}

/** More certificates than any mount has: each is read once, not at every login. */
const maxKnown = 256;
const known = new LruCache<string, readonly X509Certificate[]>({ limit: maxKnown });

function parsed(pem: string): readonly X509Certificate[] {
  const found = known.get(pem);
  if (found) return found;
  const der = pemCertificate(pem);
  const certificate = der && x509Certificate(der);
  const read = certificate ? [certificate] : [];
  known.set(pem, read);
  return read;
}
