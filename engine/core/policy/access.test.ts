import { test } from "node:test";
import { expect } from "chai";
import { accessUnder, accessWithin, fullAccess } from "./access.ts";
import type { Capability } from "./capability.ts";
import type { AccessRequest } from "./grant.ts";
import { parsePolicy } from "./policy.ts";
import { Rules } from "./rules.ts";

function under(...texts: string[]) {
  return accessUnder([new Rules(texts.flatMap((text) => parsePolicy(text).rules))]);
}

function policy(paths: Readonly<Record<string, string>>): string {
  return Object.entries(paths)
    .map(([path, words]) => `path "${path}" { capabilities = [${words.split(" ").map((word) => `"${word}"`)}] }`)
    .join("\n");
}

const granted = (text: string, path: string) => [...under(text).capabilities(path)].sort().join(" ");
const request = (capability: Capability, more: Partial<AccessRequest> = {}): AccessRequest => ({
  capabilities: [capability],
  fields: {},
  wrapSeconds: null,
  ...more,
});

test("a path without a rule is denied", () => {
  expect(granted(policy({ a: "read" }), "b")).to.equal("deny");
  expect(granted('path "a" { capabilities = [] }', "a")).to.equal("deny");
  expect(under(policy({ a: "read" })).allows("b", request("read"))).to.equal(false);
});

test("rules of one path add up over policies, and deny takes precedence", () => {
  const [read, list, deny] = [policy({ "a/*": "read" }), policy({ "a/*": "list" }), policy({ "a/*": "deny" })];
  expect([...under(read, list).capabilities("a/b")]).to.have.members(["read", "list"]);
  expect([...under(read, deny, list).capabilities("a/b")]).to.eql(["deny"]);
});

for (const [path, stronger, weaker] of [
  ["a/b/c", "a/b/c", "a/b/*"],
  ["a/b/c", "a/b/c", "a/+/c"],
  ["a/b/c", "a/b/*", "a/*"],
  ["a/bc", "a/b*", "a/*"],
  ["a/b", "a/b*", "a/+"],
  ["a/b/x/c", "a/b/+/c", "a/+/x/c"],
  ["a/x/bar", "a/+/bar", "a/+/ba*"],
  ["a/b", "a/+", "a/*"],
  ["a/b/x/c", "a/+/x/c", "a/+/+/c"],
  ["a/x/bar/bat", "a/+/bar/ba*", "a/+/bar/b*"],
  ["secret/x/y/foo/z", "secret/*", "secret/+/+/foo/*"],
  ["x/y/z", "x/+/+", "+/y/z"],
  ["a/b/!!!/d", "a/+/!!!/+", "a/+/+/d"],
  ["anything/at/all", "*", "+/*"],
] as const) {
  test(`at ${path}, ${stronger} takes precedence over ${weaker}, in either order`, () => {
    expect(granted(policy({ [stronger]: "read", [weaker]: "list" }), path)).to.equal("read");
    expect(granted(policy({ [weaker]: "list", [stronger]: "read" }), path)).to.equal("read");
    // the weaker rule alone matches, so that the comparison is meaningful
    expect(granted(policy({ [weaker]: "list" }), path)).to.equal("list");
  });
}

test("* matches any rest, including an empty one, and only at the end of a rule's path", () => {
  const text = policy({ "a/b*": "read", "c/*/d": "read" });
  expect(["a/b", "a/bc", "a/b/c/d", "a/b/"].map((path) => granted(text, path))).to.eql(Array(4).fill("read"));
  expect(["a", "a/", "a/c", "c/x/d"].map((path) => granted(text, path))).to.eql(Array(4).fill("deny"));
  expect(granted(text, "c/*/d")).to.equal("read");
});

test("+ matches exactly one whole segment of any text", () => {
  const text = policy({ "a/+/c": "read", "b/+": "read", "d/x+": "patch", "e/+/f*": "update" });
  expect(["a/b/c", "a/+/c"].map((path) => granted(text, path))).to.eql(["read", "read"]);
  expect(["a/b/b/c", "a/c", "x/b/c", "b"].map((path) => granted(text, path))).to.eql(Array(4).fill("deny"));
  expect(granted(policy({ "+": "sudo" }), "b")).to.equal("sudo");
  expect(["b/x", "b/", "b/x/y"].map((path) => granted(text, path))).to.eql(["read", "read", "deny"]);
  expect(["d/x+", "d/xy"].map((path) => granted(text, path))).to.eql(["patch", "deny"]);
  expect(["e/1/f", "e/1/fg/h", "e/1/g"].map((path) => granted(text, path))).to.eql(["update", "update", "deny"]);
});

for (const [folder, rules, allowed] of [
  // either form of the path grants, either form denies
  ["a/b/", { "a/b": "list" }, true],
  ["a/b/", { "a/b/": "list" }, true],
  ["a/b/", { "a/b": "list", "a/b/": "deny" }, false],
  ["a/b/", { "a/b": "deny", "a/b/": "list" }, false],
  ["a/b/", { "a/+": "deny", "a/+/": "list" }, false],
  ["a/b/", { "a/+": "list", "a/+/": "deny" }, false],
  // patterns that match only one form of the path are compared with those that match the other
  ["a/b/", { "a/*": "list", "a/b/*": "deny" }, false],
  ["a/b/", { "a/*": "deny", "a/b/*": "list" }, true],
  ["a/b/", { "a/b*": "list", "a/b/*": "deny" }, false],
  ["a/b/", { "a/*": "list", "a/+": "deny" }, false],
  ["a/b/", { "a/*": "list", "a/+/": "deny" }, false],
  ["a/b/", { "a/+": "list", "a/b/*": "deny" }, false],
  ["a/b/", { "a/+/": "list", "a/b/*": "deny" }, false],
  ["a/b/", { "+/+/": "deny", "a/*": "list" }, true],
  ["a/b/", { "+/b/*": "deny", "+/*": "list" }, false],
  ["a/b/", { "+/b/*": "list", "+/*": "deny" }, true],
  ["a/b/", { "a/b/+": "deny", "a/*": "list" }, false],
  // an exact path takes precedence over every pattern
  ["a/b/", { "a/b": "list", "a/*": "deny", "a/b/*": "deny", "a/+/": "deny" }, true],
  ["a/b/", { "a/b": "deny", "a/*": "list", "a/b/*": "list" }, false],
  ["a/b/", { "a/b/": "deny", "a/*": "list", "a/b*": "list" }, false],
  ["a/b/", { "a/b": "read", "a/*": "list" }, false],
  ["a/", { "a/*": "deny", "*": "list" }, false],
] as const) {
  test(`a list of ${folder} under ${JSON.stringify(rules)} is ${allowed ? "allowed" : "refused"}`, () => {
    for (const text of [policy(rules), policy(Object.fromEntries(Object.entries(rules).toReversed()))]) {
      expect(under(text).allows(folder, request("list"))).to.equal(allowed);
      // sys/capabilities agrees, for both forms of the path
      for (const path of [folder, folder.slice(0, -1)]) {
        expect(under(text).capabilities(path).has("list"), path).to.equal(allowed);
      }
    }
  });
}

test("capabilities other than list are those of the path exactly as requested", () => {
  const text = policy({ "a/b": "read list", "a/b/": "deny", "a/c/*": "list", "a/*": "deny" });
  expect(["a/b", "a/b/", "a/c", "a/c/"].map((path) => granted(text, path))).to.eql(["read", "deny", "list", "list"]);
});

test("for two exact rules of a folder the lower wrapping time applies, and a more specific rule applies alone", () => {
  const bounded = (path: string, seconds: number) =>
    `path "${path}" { capabilities = ["list"] min_wrapping_ttl = ${seconds} }`;
  const allowed = (wrapSeconds: number | null, ...texts: string[]) =>
    under(...texts).allows("a/b/", request("list", { wrapSeconds }));
  for (const rules of [
    [bounded("a/b", 60), policy({ "a/b/": "list" })],
    [policy({ "a/b": "list" }), bounded("a/b/", 60)],
    [bounded("a/b/*", 60), policy({ "a/*": "list", "a/+": "list" })],
  ]) {
    expect([null, 59, 60].map((seconds) => allowed(seconds, ...rules))).to.eql([false, false, true]);
  }
  expect(allowed(null, bounded("a/*", 60), policy({ "a/b/*": "list" }))).to.equal(true);
});

test("requests other than lists are checked against the exact path, including its trailing slash", () => {
  expect(under(policy({ "a/b": "delete" })).allows("a/b/", request("delete"))).to.equal(false);
  expect(under(policy({ "a/b": "deny", "a/b/": "delete" })).allows("a/b/", request("delete"))).to.equal(true);
});

test("a request needs all of its capabilities", () => {
  const both: AccessRequest = { ...request("read"), capabilities: ["read", "sudo"] };
  expect(under(policy({ a: "read" })).allows("a", both)).to.equal(false);
  expect(under(policy({ a: "read sudo" })).allows("a", both)).to.equal(true);
});

test("wrapping times limit the TTL of a wrapped answer, and require that it is wrapped", () => {
  const access = under('path "a" { capabilities = ["read"] min_wrapping_ttl = "1m" max_wrapping_ttl = "1h" }');
  const answers = [null, 0, 59, 60, 3600, 3601].map((wrapSeconds) =>
    access.allows("a", request("read", { wrapSeconds })),
  );
  expect(answers).to.eql([false, false, false, true, true, false]);
  const most = under('path "a" { capabilities = ["read"] max_wrapping_ttl = "1h" }');
  expect(most.allows("a", request("read"))).to.equal(false);
});

test("for two rules of a path the lower wrapping times apply, and contradictory limits allow nothing", () => {
  const short = 'path "a" { capabilities = ["read"] max_wrapping_ttl = 30 }';
  const long = 'path "a" { capabilities = ["read"] min_wrapping_ttl = 60 max_wrapping_ttl = 90 }';
  const longer = 'path "a" { capabilities = ["read"] min_wrapping_ttl = 20 }';
  const allowed = (wrapSeconds: number, ...texts: string[]) =>
    under(...texts).allows("a", request("read", { wrapSeconds }));
  expect([allowed(25, short, long, longer), allowed(35, short, long, longer)]).to.eql([true, false]);
  expect([30, 60, 90].map((seconds) => allowed(seconds, short, long))).to.eql([false, false, false]);
});

test("layers act as one: the most specific rule applies regardless of its layer, and rules of one path add up", () => {
  const layer = (text: string) => new Rules(parsePolicy(text).rules);
  const layers = [
    layer(policy({ "a/*": "read", b: "read", "c/*": "deny" })),
    layer(policy({ "a/x*": "list", b: "list" })),
  ];
  for (const order of [layers, layers.toReversed()]) {
    const access = accessUnder(order);
    expect([...access.capabilities("a/xy")]).to.eql(["list"]);
    expect([...access.capabilities("b")]).to.have.members(["read", "list"]);
    expect([...access.capabilities("c/x")]).to.eql(["deny"]);
  }
});

test("access within a namespace adds the prefix of the namespace to every path", () => {
  const access = accessWithin(under(policy({ "team/a/*": "read" })), "team/");
  expect([...access.capabilities("a/b")]).to.eql(["read"]);
  expect(access.allows("a/b", request("read"))).to.equal(true);
  expect(access.allows("team/a/b", request("read"))).to.equal(false);
  expect([access.reaches("a/"), access.reaches("b/")]).to.eql([true, false]);
});

for (const [pattern, reached] of [
  ["secret/", true],
  ["secret/x", true],
  ["secret/*", true],
  ["secret/fo*", true],
  ["sec*", true],
  ["*", true],
  ["+/x", true],
  ["+/+/x", true],
  ["secret", true],
  ["+", true],
  ["secrets/x", false],
  ["other/*", false],
  ["se", false],
  ["set*", false],
] as const) {
  test(`a rule for ${pattern} ${reached ? "reaches" : "does not reach"} below secret/`, () => {
    expect(under(policy({ [pattern]: "read" })).reaches("secret/")).to.equal(reached);
    expect(under(policy({ [pattern]: "deny" })).reaches("secret/")).to.equal(false);
  });
}

test("full access allows everything", () => {
  expect(fullAccess.allows("x", { ...request("delete"), capabilities: ["delete", "sudo"] })).to.equal(true);
  expect([...fullAccess.capabilities("x")])
    .to.include.members(["create", "sudo", "patch"])
    .and.not.include("deny");
});
