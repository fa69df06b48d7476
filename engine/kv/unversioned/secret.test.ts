import { test } from "node:test";
import { expect } from "chai";
import { mountedKv } from "../mounted.suite.ts";

test("a read returns the written data unchanged: number formats, null and unusual names", async () => {
  const { done, text } = await mountedKv("1");
  const secret = '{"a":1.10,"b":1e3,"c":12345678901234567890,"d":null,"__proto__":{"x":[-0]},"constructor":"y"}';
  await done("POST", "deep/er path/ü*", secret);
  expect(await text("deep/er%20path/%C3%BC*")).to.contain(`"data":${secret}`);
});

test("the lease duration of a secret is its own ttl or lease, or the default of the mount", async () => {
  const { ask, done } = await mountedKv("1");
  const readSecret = async () => (await ask("GET", "s/a")).body;
  await done("POST", "a", { x: "1" });
  expect(await readSecret()).to.deep.include({ lease_duration: 2_764_800, lease_id: "", renewable: false });
  for (const [ttl, seconds] of [
    ["1h", 3600],
    [90, 90],
    ["soon", 2_764_800],
  ] as const) {
    await done("POST", "a", { ttl });
    expect(await readSecret(), String(ttl)).to.deep.include({ lease_duration: seconds });
  }
  await done("POST", "a", { lease: "2h" });
  expect(await readSecret()).to.deep.include({ lease_duration: 7200 });
  await done("POST", "a", '{"ttl":6e1}');
  expect(await readSecret()).to.deep.include({ lease_duration: 60 });
});

test("missing secrets and empty writes get the status and text of the reference", async () => {
  const { done, refusal } = await mountedKv("1");
  expect(await refusal("GET", "none")).to.deep.equal([404, undefined]);
  expect(await refusal("LIST", "none")).to.deep.equal([404, undefined]);
  expect(await refusal("POST", "a", {})).to.deep.equal([400, "missing data fields"]);
  expect(await refusal("POST", "a", "")).to.deep.equal([400, "missing data fields"]);
  await done("DELETE", "none");
});

test("a list has the names and folders of one level, each once and in order", async () => {
  const { data, done } = await mountedKv("1");
  for (const path of ["a", "b/1", "b/2/3", "b", "b-", "c/x"]) await done("PUT", path, { x: 1 });
  expect(await data("LIST", "")).to.deep.equal({ keys: ["a", "b", "b-", "b/", "c/"] });
  expect(await data("GET", "b?list=true")).to.deep.equal({ keys: ["1", "2/"] });
  expect(await data("LIST", "b/2/")).to.deep.equal({ keys: ["3"] });
  await done("DELETE", "c/x");
  expect((await data("LIST", "")).keys).not.to.include("c/");
});
