import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { Failure } from "#harness/cli/failure.ts";
import { unsealKeyFor } from "#harness/cli/unseal-key.ts";

async function folder(): Promise<AsyncDisposable & { at: (name: string) => string }> {
  const path = await mkdtemp(join(tmpdir(), "understudy-key-"));
  return { at: (name) => join(path, name), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

async function failureOf(result: Promise<unknown>): Promise<string> {
  return result.then(
    () => "",
    (error) => (error instanceof Failure ? `${error.code}: ${error.message}` : String(error)),
  );
}

test("clusters in memory get a new key each time, which is not stored", async () => {
  const [one, other] = [await unsealKeyFor({ store: "memory" }), await unsealKeyFor({ store: "memory" })];
  expect([one.key.length, one.file]).to.deep.equal([32, undefined]);
  expect(Buffer.compare(one.key, other.key)).not.to.equal(0);
});

test("a SQLite store gets the same key again, from an owner-only file beside it", async () => {
  await using directory = await folder();
  for (const store of [`sqlite:${directory.at("a.db")}`, `sqlite:${directory.at("{cluster}.db?synchronous=normal")}`]) {
    const first = await unsealKeyFor({ store });
    expect(first.file).to.equal(directory.at("understudy.unseal-key"));
    expect(await unsealKeyFor({ store })).to.deep.equal({ ...first, key: Uint8Array.from(first.key) });
  }
  expect((await stat(directory.at("understudy.unseal-key"))).mode & 0o777).to.equal(0o600);
});

test("another key file may be named, and is required for stores without a common folder", async () => {
  await using directory = await folder();
  const store = "postgres://ada:opensesame@127.0.0.1/db";
  expect(await failureOf(unsealKeyFor({ store })))
    .to.contain("--unseal-key-file FILE")
    .and.not.contain("opensesame");
  expect(await failureOf(unsealKeyFor({ store: "sqlite:{cluster}/a.db" }))).to.contain("--unseal-key-file FILE");
  const { key, file } = await unsealKeyFor({ store, unsealKeyFile: directory.at("key") });
  expect(await readFile(directory.at("key"), "utf8")).to.equal(`${Buffer.from(key).toString("hex")}\n`);
  expect(file).to.equal(directory.at("key"));
});

test("a file without a key is neither overwritten nor quoted", async () => {
  await using directory = await folder();
  await writeFile(directory.at("key"), "my diary");
  const failure = await failureOf(unsealKeyFor({ store: "memory", unsealKeyFile: directory.at("key") }));
  expect(failure).to.equal(
    `usage: --unseal-key-file ${directory.at("key")} holds no key: expected 64 hexadecimal digits`,
  );
  expect(await readFile(directory.at("key"), "utf8")).to.equal("my diary");
  expect(await failureOf(unsealKeyFor({ store: "memory", unsealKeyFile: directory.at("no/such/folder") }))).to.equal(
    `usage: --unseal-key-file ${directory.at("no/such/folder")} cannot be written: the folder ${directory.at("no/such")} does not exist`,
  );
});

test("if the disk is too full for a key, no file remains, and the next start creates one", async () => {
  await using directory = await folder();
  const file = directory.at("key");
  const module = JSON.stringify(new URL("./unseal-key.ts", import.meta.url).href);
  const start = `const { unsealKeyFor } = await import(${module});
    await unsealKeyFor({ store: "memory", unsealKeyFile: ${JSON.stringify(file)} }).catch(({ message }) => console.log(message));`;
  // The process may not write to files at all, which has the same effect as a full disk.
  const command = ["-c", 'ulimit -f 0; exec "$@"', "sh", process.execPath, "--input-type=module", "--eval", start];
  // Output goes to a pipe, to which the limit does not apply.
  const { stdout } = spawnSync("sh", command, { encoding: "utf8" });
  expect(stdout).to.equal(`--unseal-key-file ${file} cannot be written: EFBIG\n`);
  expect(await readdir(directory.at("."))).to.deep.equal([]);
  const { key } = await unsealKeyFor({ store: "memory", unsealKeyFile: file });
  expect(await readFile(file, "utf8")).to.equal(`${Buffer.from(key).toString("hex")}\n`);
});

test("concurrent starts all get the one stored key", async () => {
  await using directory = await folder();
  const starts = Array.from({ length: 8 }, () => unsealKeyFor({ store: "memory", unsealKeyFile: directory.at("key") }));
  const keys = (await Promise.all(starts)).map(({ key }) => Buffer.from(key).toString("hex"));
  expect([...new Set(keys)]).to.deep.equal([(await readFile(directory.at("key"), "utf8")).trim()]);
  expect(await readdir(directory.at("."))).to.deep.equal(["key"]);
});
