import { suite, test } from "node:test";
import { expect } from "chai";
import { mountedKv } from "../../mounted.suite.ts";

const start = "2026-01-01T00:00:00.000000000Z";
const later = "2026-01-01T00:01:00.000000000Z";

suite("kv version 2: metadata", () => {
  test("a read returns the metadata of a secret and its versions", async () => {
    const { clock, data, done } = await mountedKv("2");
    await data("POST", "data/a", { data: {} });
    await clock.pass(60);
    await data("POST", "data/a", { data: {} });
    await done("POST", "delete/a", { versions: [1] });
    expect(await data("GET", "metadata/a")).to.deep.equal({
      cas_required: false,
      created_time: start,
      current_version: 2,
      custom_metadata: null,
      delete_version_after: "0s",
      max_versions: 0,
      oldest_version: 0,
      updated_time: later,
      versions: {
        1: { created_time: start, deletion_time: later, destroyed: false },
        2: { created_time: later, deletion_time: "", destroyed: false },
      },
    });
  });

  test("metadata may precede the first version; omitted fields keep their values, and an empty write changes nothing", async () => {
    const { data, done, refusal } = await mountedKv("2");
    await done("POST", "metadata/a", {});
    expect(await refusal("GET", "metadata/a")).to.deep.equal([404, undefined]);
    await done("POST", "metadata/a", {
      max_versions: "5",
      delete_version_after: "90m",
      custom_metadata: { team: "x" },
    });
    await done("PUT", "metadata/a", { cas_required: "true" });
    expect(await data("GET", "metadata/a")).to.deep.include({
      cas_required: true,
      current_version: 0,
      custom_metadata: { team: "x" },
      delete_version_after: "1h30m0s",
      max_versions: 5,
      versions: {},
    });
    expect(await refusal("GET", "data/a")).to.deep.equal([404, undefined]);
    await done("POST", "metadata/a", { custom_metadata: { other: "y" } });
    expect((await data("GET", "metadata/a")).custom_metadata).to.deep.equal({ other: "y" });
  });

  test("a patch changes the fields that it contains, merges custom metadata, and null resets a field", async () => {
    const { data, done, patch } = await mountedKv("2");
    await done("POST", "metadata/a", {
      max_versions: 5,
      cas_required: true,
      custom_metadata: { kept: "1", gone: "2" },
    });
    const { status } = await patch("metadata/a", { max_versions: null, custom_metadata: { gone: null, made: "3" } });
    expect(status).to.equal(204);
    expect(await data("GET", "metadata/a")).to.deep.include({
      max_versions: 0,
      cas_required: true,
      custom_metadata: { kept: "1", made: "3" },
    });
    await patch("metadata/a", { custom_metadata: null, cas_required: null });
    expect(await data("GET", "metadata/a")).to.deep.include({ cas_required: false, custom_metadata: null });
    expect(await patch("metadata/none", {})).to.deep.equal({ status: 404, body: undefined });
  });

  test("custom metadata are returned with every version", async () => {
    const { data, done } = await mountedKv("2");
    await done("POST", "metadata/a", { custom_metadata: { team: "x" } });
    expect((await data("POST", "data/a", { data: {} })).custom_metadata).to.deep.equal({ team: "x" });
    expect((await data("GET", "data/a")).metadata).to.deep.include({ custom_metadata: { team: "x" } });
  });

  test("custom metadata are limited in number and length, and are printable strings", async () => {
    const { done, refusal } = await mountedKv("2");
    const write = (labels: object) => refusal("POST", "metadata/a", { custom_metadata: { ...labels } });
    const refused = (text: string) => [400, `1 error occurred:\n\t* custom_metadata validation failed: ${text}\n\n`];
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`k${i}`, "v"]));
    expect(await write(many)).to.deep.equal(refused("payload must contain at most 64 keys, provided 65"));
    const long = "ü".repeat(65);
    expect(await write({ [long]: "v" })).to.deep.equal(
      refused(`length of key "${long}" is 130 but must be 0 < len(key) <= 128`),
    );
    expect(await write({ k: "v".repeat(513) })).to.deep.equal(
      refused('length of value for key "k" is 513 but must be 0 < len(value) <= 512'),
    );
    expect(await write({ k: "a\u0007" })).to.deep.equal(refused('value for key "k" contains unprintable characters'));
    expect((await write({ k: { deep: 1 } }))[0]).to.equal(400);
    expect((await write({ k: true }))[0]).to.equal(400);
    await done("POST", "metadata/a", { custom_metadata: { ["k".repeat(128)]: "v".repeat(512), number: 7 } });
  });

  test("an answer lists all faults at once", async () => {
    const { refusal } = await mountedKv("2");
    const [, text] = await refusal("POST", "metadata/a", { custom_metadata: { "": "v", k: "" } });
    expect(text).to.match(/^2 errors occurred:\n\t\* custom_metadata .*\n\t\* custom_metadata .*\n\n$/);
  });

  test("a secret deleted by its metadata loses all versions, also in the store", async () => {
    const { data, done, refusal, store } = await mountedKv("2");
    const stored = async () =>
      (await store.range({ prefix: "" })).filter(([key]) => /\/(version\/\d+|key)\/a$/.test(key));
    await data("POST", "data/a", { data: { x: 1 } });
    await data("POST", "data/a", { data: { x: 2 } });
    expect(await stored()).to.have.length(3);
    await done("DELETE", "metadata/a");
    expect(await refusal("GET", "metadata/a")).to.deep.equal([404, undefined]);
    expect(await stored()).to.have.length(0);
    await done("DELETE", "metadata/a");
    expect((await data("POST", "data/a", { data: {} })).version).to.equal(1);
  });

  test("a list shows one level, including deleted secrets", async () => {
    const { data, done, refusal } = await mountedKv("2");
    expect(await refusal("LIST", "metadata")).to.deep.equal([404, undefined]);
    for (const path of ["a", "b/c", "b/d/e", "b"]) await data("POST", `data/${path}`, { data: {} });
    await done("DELETE", "data/a");
    expect(await data("LIST", "metadata")).to.deep.equal({ keys: ["a", "b", "b/"] });
    expect(await data("GET", "metadata/?list=true")).to.deep.equal({ keys: ["a", "b", "b/"] });
    expect(await data("LIST", "metadata/b/")).to.deep.equal({ keys: ["c", "d/"] });
    expect(await refusal("LIST", "metadata/none")).to.deep.equal([404, undefined]);
  });

  test("a secret cannot override the cas_required of its mount, and the write returns a warning", async () => {
    const { ask, done } = await mountedKv("2");
    await done("POST", "config", { cas_required: true });
    const { status, body } = await ask("POST", "s/metadata/a", { cas_required: false });
    expect(status).to.equal(200);
    expect(body?.warnings).to.deep.equal([
      '"cas_required" set to false, but is mandated by backend config. This value will be ignored.',
    ]);
  });
});

suite("kv version 2: settings of the mount", () => {
  test("defaults are shown, and a write keeps the values of omitted fields", async () => {
    const { data, done } = await mountedKv("2");
    expect(await data("GET", "config")).to.deep.equal({
      cas_required: false,
      delete_version_after: "0s",
      max_versions: 0,
    });
    await done("POST", "config", { max_versions: 3, delete_version_after: "36h" });
    await done("POST", "config", { cas_required: true });
    expect(await data("GET", "config")).to.deep.equal({
      cas_required: true,
      delete_version_after: "36h0m0s",
      max_versions: 3,
    });
  });

  test("negative values are refused", async () => {
    const { refusal } = await mountedKv("2");
    expect(await refusal("POST", "config", { max_versions: -1 })).to.deep.equal([
      400,
      "max_versions cannot be negative",
    ]);
    expect((await refusal("POST", "config", { delete_version_after: "-1h" }))[0]).to.equal(400);
    expect((await refusal("POST", "metadata/a", { max_versions: -1 }))[0]).to.equal(400);
  });
});
