import { createPrivateKey } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { memberCertificates } from "#cluster/member-certificates.ts";
import { nameOf, publicKeyInfo, signedCertificate } from "#cluster/signed-certificate.ts";
import { seedBytes, serialBytes } from "#engine/ports/certificates.ts";

/** A cluster's API behind HTTPS, with a certificate of a private authority, and where the certificates of that one and of another are. */
export interface CertifiedApi extends AsyncDisposable {
  /** Such as `https://localhost:8443`. */
  readonly address: string;
  /** A file with the certificate of the authority that signed the API's, and one with that of another. */
  readonly authorityFile: string;
  readonly otherFile: string;
  /** Folders with one of the two each. */
  readonly authorityFolder: string;
  readonly otherFolder: string;
}

/** The certificates are judged by the machine's clock. */
const [notBefore, notAfter] = [Date.UTC(2020, 0), Date.UTC(2049, 0)];

/** What the keys are made of: they guard nothing, and no run depends on chance. */
const seeds = { authority: 1, other: 2, server: 3 } as const;

/** Starts a server that ends TLS and passes on all that is in it to the API at the address that `api` tells. */
export async function certifiedApi(api: () => string, folder?: string): Promise<CertifiedApi> {
  await using begun = new AsyncDisposableStack();
  const { key, cert, ...authorities } = begun.use(await privateAuthorities("localhost", folder));
  const server = createServer({ key, cert, minVersion: "TLSv1.2" }, (outer) => {
    const inner = connect(Number(new URL(api()).port), "127.0.0.1");
    for (const [one, another] of [[outer, inner] as const, [inner, outer] as const]) {
      one.on("error", () => another.destroy());
      one.on("close", () => another.destroy());
      one.pipe(another);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  begun.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const running = begun.move();
  return {
    ...authorities,
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Files of two authorities, and the key and certificate of a server at `host` that the first of them signed. */
export async function privateAuthorities(
  host: string,
  folder = tmpdir(),
): Promise<Omit<CertifiedApi, "address"> & Readonly<{ key: string; cert: string }>> {
  const place = await mkdtemp(join(folder, "understudy-authorities-"));
  const [authority, other] = [newAuthority("authority"), newAuthority("other")];
  const placed = async (name: string, certificate: string) => {
    const path = join(place, name);
    await mkdir(path);
    await writeFile(join(path, "root.pem"), certificate);
    return { folder: path, file: join(path, "root.pem") };
  };
  const [own, foreign] = [await placed("own", authority.certificate), await placed("other", other.certificate)];
  return {
    ...serverCertificate(authority, host),
    ...{ authorityFile: own.file, authorityFolder: own.folder, otherFile: foreign.file, otherFolder: foreign.folder },
    [Symbol.asyncDispose]: () => rm(place, { recursive: true, force: true }),
  };
}

type Authority = Readonly<{ commonName: string; certificate: string; privateKey: string }>;

function newAuthority(commonName: "authority" | "other"): Authority {
  const keys = keysOf(commonName);
  const certificate = memberCertificates.authority({ commonName, keys, ...factsOf(commonName) });
  return { commonName, certificate, privateKey: keys.privateKey };
}

/** The key and the certificate of a server that is asked by this name. */
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
