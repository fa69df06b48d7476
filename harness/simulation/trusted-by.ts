import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { Problem } from "#engine/api/problem.ts";
import type { TrustedRoots } from "#engine/ports/link.ts";

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * PEM certificate files of a simulated world by path, such as `/authorities/oslo/own/root.pem`. Files and authorities
 * of the real machine are not used, so that runs do not depend on the machine.
 */
export type CertificateFiles = ReadonlyMap<string, string>;

/**
 * True if a root in the files that `roots` names signed `certificate`; false without `roots`. Throws a Problem
 * "refused" if `roots` names no existing file.
 */
export function isTrustedBy(files: CertificateFiles, roots: TrustedRoots | undefined, certificate: string): boolean {
  if (!roots) return false;
  const server = new X509Certificate(certificate);
  return textsOf(files, roots)
    .flatMap((text) => text.match(pem) ?? [])
    .map((text) => new X509Certificate(text))
    .some((root) => server.checkIssued(root) && server.verify(root.publicKey));
}

function textsOf(files: CertificateFiles, roots: TrustedRoots): readonly string[] {
  const isMeant = (path: string) => ("file" in roots ? path === roots.file : path.startsWith(join(roots.folder, "/")));
  const texts = [...files].filter(([path]) => isMeant(path)).map(([, text]) => text);
  if (texts.length > 0) return texts;
  throw new Problem("refused", `${"file" in roots ? "ca_file" : "ca_path"} cannot be read: ENOENT`);
}
