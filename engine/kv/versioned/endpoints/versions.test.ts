import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { mountedKv } from "../../mounted.suite.ts";

async function withVersions(count: number) {
  const kv = await mountedKv("2");
  for (let x = 1; x <= count; x++) await kv.data("POST", "data/a", { data: { x } });
  async function read(version = 0) {
    const { status, body } = await kv.ask("GET", `s/data/a?version=${version}`);
    return [status, (body?.data as JsonObject | undefined)?.data] as const;
  }
  return { ...kv, read };
}

suite("kv version 2: versions", () => {
  test("a deleted version is 404 with a full envelope, and can be undeleted", async () => {
    const { ask, done, read } = await withVersions(2);
    await done("DELETE", "data/a");
    const { status, body } = await ask("GET", "s/data/a");
    const now = "2026-01-01T00:00:00.000000000Z";
    const metadata = { created_time: now, custom_metadata: null, deletion_time: now, destroyed: false, version: 2 };
    expect(status).to.equal(404);
    expect(body).to.deep.include({ data: { data: null, metadata }, lease_id: "", auth: null, warnings: null });
    expect(await read(1)).to.deep.equal([200, { x: 1 }]);
    await done("POST", "undelete/a", { versions: [2] });
    expect(await read(2)).to.deep.equal([200, { x: 2 }]);
  });

  test("versions may be a list or text, of numbers or strings; other versions do not change, unknown ones are ignored", async () => {
    for (const versions of [[1, 3, 99], ["1", "3"], "1, 3", "1,3,"]) {
      const { done, read } = await withVersions(3);
      await done("POST", "delete/a", { versions });
      expect([(await read(1))[0], (await read(2))[0], (await read(3))[0]], String(versions)).to.deep.equal([
        404, 200, 404,
      ]);
    }
    const { done, read, refusal } = await withVersions(2);
    await done("PUT", "delete/a", { versions: 1 });
    expect((await read(1))[0]).to.equal(404);
    expect((await refusal("POST", "delete/a", { versions: "x" }))[0]).to.equal(400);
  });

  test("an empty list of versions is refused; versions of a missing secret are ignored", async () => {
    const { done, refusal } = await withVersions(1);
    for (const action of ["delete", "undelete", "destroy"]) {
      expect(await refusal("POST", `${action}/a`, {})).to.deep.equal([400, "no version number provided"]);
      expect(await refusal("POST", `${action}/a`, { versions: "" })).to.deep.equal([400, "no version number provided"]);
      await done("POST", `${action}/none`, { versions: [1] });
    }
  });

  test("a destroyed version is permanently removed, also from the store", async () => {
    const { ask, done, read, store } = await withVersions(2);
    const holds = async () => (await store.range({ prefix: "" })).some(([key]) => key.endsWith("/version/1/a"));
    expect(await holds()).to.equal(true);
    await done("POST", "destroy/a", { versions: [1] });
    expect(await holds()).to.equal(false);
    await done("POST", "undelete/a", { versions: [1] });
    const { status, body } = await ask("GET", "s/data/a?version=1");
    expect(status).to.equal(404);
    expect((body?.data as JsonObject | undefined)?.metadata).to.deep.include({ destroyed: true, version: 1 });
    expect(await read(2)).to.deep.equal([200, { x: 2 }]);
    await done("POST", "destroy/a", { versions: [2] });
    await done("DELETE", "data/a");
    expect((await read())[0]).to.equal(404);
  });

  test("ten versions are kept by default, and older ones are removed from the store", async () => {
    const { data, read, store } = await withVersions(12);
    expect((await read(2))[0]).to.equal(404);
    expect(await read(3)).to.deep.equal([200, { x: 3 }]);
    const metadata = await data("GET", "metadata/a");
    expect(metadata).to.deep.include({ current_version: 12, oldest_version: 3 });
    expect(Object.keys(metadata.versions as object)).to.deep.equal([
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
      "10",
      "11",
      "12",
    ]);
    const keys = (await store.range({ prefix: "" })).map(([key]) => key).filter((key) => /version\/\d+\/a$/.test(key));
    expect(keys).to.have.length(10);
  });

  test("the larger max_versions of mount and secret applies; a smaller value takes effect on the next write", async () => {
    const { data, done, read } = await withVersions(5);
    await done("POST", "config", { max_versions: 2 });
    expect((await read(1))[0]).to.equal(200);
    await data("POST", "data/a", { data: { x: 6 } });
    expect([(await read(4))[0], (await read(5))[0], (await read(6))[0]]).to.deep.equal([404, 200, 200]);
    await done("POST", "metadata/a", { max_versions: 3 });
    await data("POST", "data/a", { data: { x: 7 } });
    expect([(await read(4))[0], (await read(5))[0]]).to.deep.equal([404, 200]);
    await data("POST", "data/a", { data: { x: 8 } });
    expect([(await read(5))[0], (await read(6))[0]]).to.deep.equal([404, 200]);
  });

  test("a version expires after the shorter delete_version_after of mount and secret", async () => {
    const { clock, data, done, read } = await withVersions(1);
    await done("POST", "config", { delete_version_after: "2h" });
    await data("POST", "data/a", { data: { x: 2 } });
    await done("POST", "metadata/a", { delete_version_after: "1h" });
    const { deletion_time } = await data("POST", "data/a", { data: { x: 3 } });
    expect(deletion_time).to.equal("2026-01-01T01:00:00.000000000Z");
    await clock.pass(3599);
    expect((await read(3))[0]).to.equal(200);
    await clock.pass(1);
    expect([(await read(3))[0], (await read(2))[0]]).to.deep.equal([404, 200]);
    await clock.pass(3600);
    expect([(await read(2))[0], (await read(1))[0]]).to.deep.equal([404, 200]);
  });
});
