import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { credentialsForTests } from "#engine/ports/credentials-for-tests.suite.ts";
import { trustedRoots } from "./trusted-roots.ts";

const { oslo, lima } = credentialsForTests;

function folderWith(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "understudy-roots-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

const refusal = (roots: Parameters<typeof trustedRoots>[0]): Promise<string> =>
  trustedRoots(roots).then(
    () => "taken",
    (error: Error) => error.message,
  );

suite("the authorities of ca_file and ca_path", () => {
  test("are all certificates of a file, or of all files of a folder", async () => {
    using place = folderWith({ "both.pem": `${oslo.certificate}\ntext\n${lima.certificate}`, "notes.txt": "none" });
    expect(await trustedRoots({ file: join(place.folder, "both.pem") })).to.have.length(2);
    expect(await trustedRoots({ folder: place.folder })).to.have.length(2);
  });

  test("are refused with the name of the field if the path is missing, is not a file, or contains no certificate", async () => {
    using place = folderWith({ "notes.txt": "none", "cut.pem": oslo.certificate.replace("MIIB", "AAAA") });
    expect(await refusal({ file: join(place.folder, "gone") })).to.equal("ca_file cannot be read: ENOENT");
    expect(await refusal({ file: place.folder })).to.equal("ca_file cannot be read: it is not a file");
    expect(await refusal({ file: "/dev/zero" })).to.match(/^ca_file cannot be read/);
    for (const name of ["notes.txt", "cut.pem"]) {
      expect(await refusal({ file: join(place.folder, name) })).to.equal("ca_file holds no PEM-encoded certificate");
    }
    expect(await refusal({ folder: place.folder })).to.equal("ca_path holds no file with a PEM-encoded certificate");
    expect(await refusal({ folder: join(place.folder, "gone") })).to.equal("ca_path cannot be read: ENOENT");
  });
});
