import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { failure } from "./durable-store.suite.ts";
import { openStore } from "./open-store.ts";

suite("opening a store", () => {
  test("clusters at one address have separate stores", async () => {
    const folder = await mkdtemp(join(tmpdir(), "understudy-opening-"));
    await using files = new AsyncDisposableStack();
    files.defer(() => rm(folder, { recursive: true }));
    for (const cluster of ["Oslo", "Lima"]) {
      const store = files.use(await openStore(`sqlite:${folder}/a.db`, { cluster }));
      expect(await store.range({ prefix: "" })).to.deep.equal([]);
      await store.commit([{ key: "a", value: cluster }]);
    }
    expect((await readdir(folder)).filter((name) => name.endsWith(".db"))).to.deep.equal(["a-Lima.db", "a-Oslo.db"]);
  });

  test("memory is empty at each opening", async () => {
    await using first = await openStore("memory", { cluster: "Oslo" });
    await first.commit([{ key: "a", value: "1" }]);
    await using second = await openStore("memory", { cluster: "Oslo" });
    expect([await first.read("a"), await second.read("a")]).to.deep.equal(["1", undefined]);
  });

  test("a cluster name that is invalid in file and schema names is refused", async () => {
    for (const cluster of ["", "../Oslo", 'Oslo"', "O".repeat(49)]) {
      expect(await failure(openStore("sqlite:/nowhere/a.db", { cluster })), cluster).to.include({
        code: "bad address",
      });
    }
  });
});
