import { test } from "node:test";
import { expect } from "chai";
import type { Storage } from "../storage/storage.ts";
import { Policies } from "./policies.ts";
import type { PolicyLimits } from "./policy-limits.ts";
import type { TemplateValues } from "./template.ts";

function policiesOver(texts: Readonly<Record<string, string>>, limits?: PolicyLimits) {
  const stored = new Map(Object.entries(texts).map(([name, policy]) => [`policy/${name}`, JSON.stringify({ policy })]));
  const state = { reads: 0, held: Promise.resolve() };
  const storage: Storage = {
    async read(_, key) {
      state.reads += 1;
      const found = stored.get(key);
      await state.held;
      return found;
    },
    keys: async () => [],
    async commit(changes) {
      for (const { key, value } of changes) if (value !== null) stored.set(key, value);
    },
  };
  return { policies: new Policies({ storage, ...(limits ? { limits } : {}) }), state };
}

const can = (path: string) => `path "${path}" { capabilities = ["read"] }`;
const ada: TemplateValues = {
  version: "1",
  entity: { id: "e1", name: "ada", metadata: {}, aliases: [] },
  groups: [],
};

test("a set of policies is read once until one of them changes", async () => {
  const { policies, state } = policiesOver({ a: can("a"), b: can("b") });
  for (let count = 0; count < 3; count += 1) await policies.accessOf(["a", "b"]);
  expect(state.reads).to.equal(2);
  await policies.write("a", can("c"));
  const access = await policies.accessOf(["a", "b"]);
  expect(["a", "b", "c"].map((path) => [...access.capabilities(path)][0])).to.eql(["deny", "read", "read"]);
});

test("a set that is read while a policy changes is not cached", async () => {
  const { policies, state } = policiesOver({ a: can("a") });
  let release = () => {};
  state.held = new Promise((resolve) => {
    release = resolve;
  });
  const early = policies.accessOf(["a"]);
  const change = policies.write("a", can("c"));
  await change;
  release();
  await early;
  expect([...(await policies.accessOf(["a"])).capabilities("c")]).to.eql(["read"]);
});

test("a set that could not be read is read again", async () => {
  const { policies, state } = policiesOver({ a: can("a") });
  state.held = Promise.reject(new Error("no disk"));
  state.held.catch(() => {});
  const failure = await (async () => policies.accessOf(["a"]))().catch((error: Error) => error.message);
  expect(failure).to.equal("no disk");
  state.held = Promise.resolve();
  expect([...(await policies.accessOf(["a"])).capabilities("a")]).to.eql(["read"]);
});

test("limits apply to writes, and stored policies beyond them stay effective", async () => {
  const { policies } = policiesOver(
    { long: can("a/long/path") },
    { policyCharacters: 1000, policyRules: 10, policyPathCharacters: 4 },
  );
  const refusal = await policies.write("other", can("a/long/path")).catch((error: Error) => error.message);
  expect(refusal).to.equal("failed to parse policy: a path is longer than 4 characters");
  expect([...(await policies.accessOf(["long"])).capabilities("a/long/path")]).to.eql(["read"]);
});

test("a set of names differs from one name with a line break or a comma", async () => {
  const { policies } = policiesOver({ a: can("a"), b: can("b") });
  await policies.accessOf(["a", "b"]);
  for (const name of ["a\nb", "a,b", 'a","b']) {
    expect([...(await policies.accessOf([name])).capabilities("a")], name).to.eql(["deny"]);
  }
});

test("a missing policy grants nothing, and root grants everything, alone or with others", async () => {
  const { policies } = policiesOver({});
  expect([...(await policies.accessOf(["nope"])).capabilities("a")]).to.eql(["deny"]);
  expect((await policies.accessOf(["default", "root"])).isRoot).to.equal(true);
});

test("templated paths are filled per caller, and again when the caller changes", async () => {
  const { policies } = policiesOver({ own: can("by/{{identity.entity.name}}/*"), all: can("by/x/*") });
  const names = ["all", "own"];
  const may = async (path: string, values?: TemplateValues) =>
    [...(await policies.accessOf(names, values)).capabilities(path)].join();
  expect([await may("by/ada/1", ada), await may("by/bob/1", ada), await may("by/x/1", ada)]).to.eql([
    "read",
    "deny",
    "read",
  ]);
  expect([await may("by/ada/1"), await may("by/x/1")]).to.eql(["deny", "read"]);
  const renamed: TemplateValues = { ...ada, version: "2", entity: { ...ada.entity, name: "bob" } };
  expect([await may("by/ada/1", renamed), await may("by/bob/1", renamed)]).to.eql(["deny", "read"]);
});

test("filled paths of a caller are dropped when a policy changes", async () => {
  const { policies } = policiesOver({ own: can("by/{{identity.entity.name}}/*") });
  await policies.accessOf(["own"], ada);
  await policies.write("own", can("to/{{identity.entity.name}}/*"));
  const access = await policies.accessOf(["own"], ada);
  expect([[...access.capabilities("by/ada/1")], [...access.capabilities("to/ada/1")]]).to.eql([["deny"], ["read"]]);
});

test("a templated grant does not override a policy that denies", async () => {
  const { policies } = policiesOver({
    own: can("by/{{identity.entity.name}}/*"),
    not: 'path "by/ada/*" { capabilities = ["deny"] }',
  });
  expect([...(await policies.accessOf(["not", "own"], ada)).capabilities("by/ada/1")]).to.eql(["deny"]);
});
