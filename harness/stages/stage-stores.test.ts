import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { type StoreFolder, type StoreKind, stageStores } from "./stage-stores.ts";

const unused = {
  url: "postgresql://unused",
  run: () => Promise.reject(new Error("no server is there")),
};

async function stage(kind: StoreKind, room: StoreFolder): Promise<void> {
  await using stores = await stageStores(kind, room);
  await using other = await stageStores(kind, room);
  const oslo = await stores.open("Oslo");
  await oslo.commit([{ key: "a", value: "1" }]);
  await oslo.kill();
  {
    await using again = await stores.open("Oslo");
    await using lima = await stores.open("Lima");
    await using elsewhere = await other.open("Oslo");
    const reads = [again, lima, elsewhere].map((store) => store.read("a"));
    expect(await Promise.all(reads)).to.deep.equal(["1", undefined, undefined]);
  }
}

suite("the stores of a stage", () => {
  test("in memory: a cluster finds again what it left, and no other does", () => stage("memory", { database: unused }));

  test("in files: the same, and no file is left", async () => {
    const folder = mkdtempSync(join(tmpdir(), "understudy-test-"));
    using cleaning = new DisposableStack();
    cleaning.defer(() => rmSync(folder, { recursive: true }));
    await stage("sqlite", { database: unused, folder });
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  test("in a database: the same, and no schema is left", async () => {
    await using server = await embeddedPostgresql();
    await stage("postgres", { database: server });
    const schemas = await server.column("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'understudy%'");
    expect(schemas).to.deep.equal([]);
  });
});
