import { test } from "node:test";
import { expect } from "chai";
import { accessUnder } from "./access.ts";
import { parseHcl } from "./hcl.ts";
import { parsePolicy } from "./policy.ts";

const allowed = (path: string, ...texts: string[]) =>
  [...accessUnder(texts.map(parsePolicy)).capabilities(path)].sort();

test("HCL blocks, labels, lists and comments read as nested objects", () => {
  const text = `# who may\npath "secret/*" { capabilities = ["read", "list",] } // all\npath "sys/x" {\n  capabilities = []\n}`;
  expect(JSON.parse(JSON.stringify(parseHcl(text)))).to.deep.equal({
    path: { "secret/*": { capabilities: ["read", "list"] }, "sys/x": { capabilities: [] } },
  });
});

test("a policy in JSON means the same as in HCL", () => {
  expect(allowed("a", `{"path":{"a":{"capabilities":["read"]}}}`)).to.deep.equal(["read"]);
});

for (const [claim, text, message] of [
  ["an unknown capability is named", `path "x" { capabilities = ["bogus"] }`, `path "x": invalid capability "bogus"`],
  ["an unknown key is named", `path "x" { policy = "read" }`, `invalid key "policy"`],
  ["a wildcard after + is refused", `path "+*" { capabilities = [] }`, "'+*' is forbidden"],
  ["the place of a syntax error is told", `path "x" {\n capabilities = \n`, "At 3:1"],
  ["a text without an end is refused", `path "x`, "At 1:6"],
  ["something other than a path is refused", "when = 1", `invalid key "when"`],
] as const) {
  test(claim, () => {
    expect(() => parsePolicy(text)).to.throw(message);
  });
}

test("what no rule names is denied", () => {
  expect(allowed("b", `path "a" { capabilities = ["read"] }`)).to.deep.equal(["deny"]);
});

test("deny wins over what another policy allows on the same path", () => {
  expect(allowed("a", `path "a" { capabilities = ["read"] }`, `path "a" { capabilities = ["deny"] }`)).to.deep.equal([
    "deny",
  ]);
});

test("an exact path beats a prefix, and a longer prefix a shorter one", () => {
  const text = `path "a/*" { capabilities = ["list"] } path "a/b/*" { capabilities = ["update"] } path "a/b/c" { capabilities = ["read"] }`;
  expect(allowed("a/b/c", text)).to.deep.equal(["read"]);
  expect(allowed("a/b/d", text)).to.deep.equal(["update"]);
  expect(allowed("a/x", text)).to.deep.equal(["list"]);
});

test("+ stands for one whole segment and no more", () => {
  const text = `path "a/+/c" { capabilities = ["read"] }`;
  expect(allowed("a/b/c", text)).to.deep.equal(["read"]);
  expect(allowed("a/b/b/c", text)).to.deep.equal(["deny"]);
});
