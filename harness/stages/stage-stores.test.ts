import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { type StoreFolder, type StoreKind, stageStores } from "./stage-stores.ts";

const unused = {
  url: "postgresql://unused",
  run: () => Promise.reject(new Error("there is no server")),
};

async function stage(kind: StoreKind, folder: StoreFolder): Promise<void> {
  await using stores = await stageStores(kind, folder);
  await using other = await stageStores(kind, folder);
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

suite("stores of a stage", () => {
  test("in memory keep a cluster's data for that cluster only", () => stage("memory", { database: unused }));

  test("in files do the same and leave no file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "understudy-test-"));
    using cleaning = new DisposableStack();
    cleaning.defer(() => rmSync(folder, { recursive: true }));
    await stage("sqlite", { database: unused, folder });
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  test("in a database do the same and leave no schema", async () => {
    await using server = await embeddedPostgresql();
    await stage("postgres", { database: server });
    const schemas = await server.column("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'understudy%'");
    expect(schemas).to.deep.equal([]);
  });
});
