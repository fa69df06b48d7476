import { X509Certificate } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "#engine/api/problem.ts";
import type { TrustedRoots } from "#engine/ports/link.ts";

/** Maximum length of a certificate file, in bytes. Those of operating systems have about 200 KiB. */
const maxFileBytes = 4 * 1024 * 1024;

/** Maximum number of files in a folder. Certificate folders of operating systems have some hundred. */
const maxFiles = 1024;

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the certificates in a file, or in the files of a folder, and returns each as PEM. Files of a folder that cannot
 * be read are ignored. Rejects with a Problem "refused" if there are no certificates, too many files, or if the file or
 * the folder cannot be read.
 */
export async function trustedRoots(roots: TrustedRoots): Promise<readonly string[]> {
  if ("file" in roots) {
    const found = certificatesIn(await read("ca_file", () => textOf(roots.file)));
    if (found.length === 0) throw refused("ca_file", "holds no PEM-encoded certificate");
    return found;
  }
  const names = await read("ca_path", () => readdir(roots.folder, { withFileTypes: true }));
  const files = names.filter((name) => name.isFile() || name.isSymbolicLink());
  if (files.length > maxFiles) throw refused("ca_path", `holds more than ${maxFiles} files`);
  const found: string[] = [];
  for (const { name } of files) found.push(...certificatesIn(await textOf(join(roots.folder, name)).catch(() => "")));
  if (found.length === 0) throw refused("ca_path", "holds no file with a PEM-encoded certificate");
  return found;
}

async function textOf(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error("it is not a file");
  if (found.size > maxFileBytes) throw new Error(`it is longer than ${maxFileBytes} bytes`);
  return readFile(path, "utf8");
}

function certificatesIn(text: string): readonly string[] {
  return (text.match(pem) ?? []).filter(isCertificate);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

async function read<T>(field: "ca_file" | "ca_path", task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refused(field, `cannot be read: ${code ?? message}`);
  }
}

function refused(field: "ca_file" | "ca_path", why: string): Problem {
  return new Problem("refused", `${field} ${why}`);
}
