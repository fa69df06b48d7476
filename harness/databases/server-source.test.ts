import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { expect } from "chai";
import { sourceOf } from "./server-source.ts";

const environment = { ...process.env };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-sources-"));
  process.env.PATH = folder;
  for (const product of ["POSTGRESQL", "MARIADB", "REDIS"]) delete process.env[`UNDERSTUDY_${product}_URL`];
});
afterEach(async () => {
  process.env = { ...environment };
  await rm(folder, { recursive: true });
});

async function program(name: string, code = 0): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
}

test("an address is preferred to a container, a container to programs, and programs to a package", async () => {
  expect(await sourceOf("postgresql")).to.equal("embedded");
  await program("postgres");
  expect(await sourceOf("postgresql")).to.equal("embedded");
  await program("initdb");
  expect(await sourceOf("postgresql")).to.equal("programs");
  await program("docker");
  expect(await sourceOf("postgresql")).to.equal("containers");
  process.env.UNDERSTUDY_POSTGRESQL_URL = "postgresql://ada:secret@db.example/postgres";
  expect(await sourceOf("postgresql")).to.equal("url");
});

test("a Docker without the image is ignored", async () => {
  await program("docker", 1);
  await program("redis-server");
  expect(await sourceOf("redis")).to.equal("programs");
});

test("a named source is used, and programs if there is no package", async () => {
  await program("docker");
  await program("redis-server");
  expect(await sourceOf("redis", "containers")).to.equal("containers");
  expect(await sourceOf("redis", "programs")).to.equal("programs");
  expect(await sourceOf("redis", "embedded")).to.equal("programs");
  expect(await sourceOf("postgresql", "embedded")).to.equal("embedded");
});
