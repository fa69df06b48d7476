import { X509Certificate } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "#engine/api/problem.ts";
import type { TrustedRoots } from "#engine/ports/link.ts";

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * True if a root in these files signed the server's certificate. System roots do not count, so that
 * runs do not depend on the machine. Files are read synchronously, since virtual time does not wait
 * for a disk. Throws a Problem "refused" if they cannot be read.
 */
export function isTrustedBy(roots: TrustedRoots | undefined, certificate: string): boolean {
  if (!roots) return false;
  const server = new X509Certificate(certificate);
  return textsOf(roots)
    .flatMap((text) => text.match(pem) ?? [])
    .map((text) => new X509Certificate(text))
    .some((root) => server.checkIssued(root) && server.verify(root.publicKey));
}

function textsOf(roots: TrustedRoots): readonly string[] {
  const [field, path] = "file" in roots ? ["ca_file", roots.file] : ["ca_path", roots.folder];
  try {
    if ("file" in roots) return [readFileSync(path, "utf8")];
    return readdirSync(path).map((name) => readFileSync(join(path, name), "utf8"));
  } catch (error) {
    throw new Problem("refused", `${field} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
