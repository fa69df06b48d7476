import { LruCache } from "../../../core/collections/lru-cache.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { type Cloud, noSurroundings } from "../../../ports/cloud.ts";
import { type Certificate, certificates } from "../../certificate/certificate.ts";
import { pemCertificate } from "../../certificate/pem-certificate.ts";
import type { Release } from "../../release.ts";
import { type X509Certificate, x509Certificate } from "./x509-certificate.ts";

/** Certificates that verify the evidence of instances. `allowSha1` is true if signatures with SHA-1 are accepted. */
export type TrustedCertificates = Readonly<{ certificates: readonly X509Certificate[]; allowSha1: boolean }>;

export type CertificateSources = Readonly<{ storage: Storage; cloud: Cloud; release: Release }>;

const sha1Workaround = "x509sha1=1";

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
