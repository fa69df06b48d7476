import { createPrivateKey } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createServer } from "node:tls";
import { memberCertificates } from "#cluster/member-certificates.ts";
import { nameOf, publicKeyInfo, signedCertificate } from "#cluster/signed-certificate.ts";
import { seedBytes, serialBytes } from "#engine/ports/certificates.ts";

export type CertifiedApi = Readonly<{
  address: string;
  /**
   * Path of the PEM certificate of the authority that signed the API's certificate. `otherFile` is that of an unrelated
   * authority.
   */
  authorityFile: string;
  otherFile: string;
  authorityFolder: string;
  otherFolder: string;
}>;

/** Validity period of the certificates. TLS clients check it with the machine's clock. */
const [notBefore, notAfter] = [Date.UTC(2020, 0), Date.UTC(2049, 0)];

/** Bytes from which the keys are derived. They are fixed so that runs are reproducible; the keys are not secret. */
const seeds = { authority: 1, other: 2, server: 3 } as const;

/** Starts a TLS proxy in front of a cluster's API. `api` returns the API's address; called for each connection. */
export async function certifiedApi(api: () => string, folder = tmpdir()): Promise<CertifiedApi & AsyncDisposable> {
  await using rollback = new AsyncDisposableStack();
  const root = await mkdtemp(join(folder, "understudy-authorities-"));
  rollback.defer(() => rm(root, { recursive: true, force: true }));
  const { key, cert, files, ...authorities } = privateAuthorities("localhost", root);
  for (const [path, certificate] of files) {
    await mkdir(dirname(path));
    await writeFile(path, certificate);
  }
  const server = createServer({ key, cert, minVersion: "TLSv1.2" }, (outer) => {
    const inner = connect(Number(new URL(api()).port), "127.0.0.1");
    for (const [one, another] of [[outer, inner] as const, [inner, outer] as const]) {
      one.on("error", () => another.destroy());
      one.on("close", () => another.destroy());
      one.pipe(another);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  rollback.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const running = rollback.move();
  return {
    ...authorities,
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/**
 * Creates two certificate authorities, and a server certificate for `host` that is signed by the first. `files` maps
 * paths below `root` to the PEM certificates of the authorities.
 */
export function privateAuthorities(host: string, root: string) {
  const [authority, other] = [newAuthority("authority"), newAuthority("other")];
  const [authorityFolder, otherFolder] = [join(root, "own"), join(root, "other")];
  const [authorityFile, otherFile] = [join(authorityFolder, "root.pem"), join(otherFolder, "root.pem")];
  const files = new Map([
    [authorityFile, authority.certificate],
    [otherFile, other.certificate],
  ]);
  return { ...serverCertificate(authority, host), authorityFolder, otherFolder, authorityFile, otherFile, files };
}

type Authority = Readonly<{ commonName: string; certificate: string; privateKey: string }>;

function newAuthority(commonName: "authority" | "other"): Authority {
  const keys = keysOf(commonName);
  const certificate = memberCertificates.authority({ commonName, keys, ...factsOf(commonName) });
  return { commonName, certificate, privateKey: keys.privateKey };
}

function serverCertificate(
  { commonName, privateKey }: Authority,
  host: string,
): Readonly<{ key: string; cert: string }> {
  const keys = keysOf("server");
  const cert = signedCertificate({
    ...{ key: createPrivateKey(privateKey), signatureBits: 512, issuer: nameOf(commonName), extensions: [] },
    ...{ subject: nameOf(host), publicKey: publicKeyInfo(keys.publicKey).element, ...factsOf("server") },
  });
  return { key: keys.privateKey, cert };
}

function keysOf(name: keyof typeof seeds) {
  return memberCertificates.keysOf(new Uint8Array(seedBytes).fill(seeds[name]));
}

function factsOf(name: keyof typeof seeds) {
  return { serial: new Uint8Array(serialBytes).fill(seeds[name]), notBefore, notAfter };
}
