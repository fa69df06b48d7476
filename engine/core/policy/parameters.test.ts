import { test } from "node:test";
import { expect } from "chai";
import { type Json, type JsonObject, parseJson } from "../../api/json.ts";
import { accessUnder } from "./access.ts";
import type { Capability } from "./capability.ts";
import { parsePolicy } from "./policy.ts";
import { Rules } from "./rules.ts";

function allows(fields: JsonObject, bodies: readonly string[], capability: Capability = "update"): boolean {
  const rules = bodies.flatMap((body) => parsePolicy(`path "a" { capabilities = ["${capability}"] ${body} }`).rules);
  return accessUnder([new Rules(rules)]).allows("a", { capabilities: [capability], fields, wrapSeconds: null });
}

const verdicts = (body: string, ...all: readonly JsonObject[]) => all.map((fields) => allows(fields, [body]));

test("only allowed parameters with allowed values are accepted; the case of names is ignored", () => {
  const body = 'allowed_parameters = { "bar" = ["zip", "zap"], "free" = [] }';
  expect(verdicts(body, { bar: "zip" }, { BAR: "zap" }, { free: { any: 1 } }, {})).to.eql([true, true, true, true]);
  expect(verdicts(body, { bar: "zop" }, { other: 1 }, { bar: "zip", other: 1 })).to.eql([false, false, false]);
});

test("* as an allowed parameter allows all others, and the values of named parameters stay restricted", () => {
  const body = 'allowed_parameters = { "bar" = ["zip"], "*" = [] }';
  expect(verdicts(body, { other: 1, bar: "zip" }, { bar: "zop" })).to.eql([true, false]);
});

test("denied parameters take precedence over allowed ones, for some or all values", () => {
  const body = 'allowed_parameters = { "*" = [] } denied_parameters = { "bar" = ["zip"], "foo" = [] }';
  expect(verdicts(body, { bar: "zap" }, { bar: "zip" }, { Foo: 1 }, { x: 1 })).to.eql([true, false, false, true]);
  expect(verdicts('denied_parameters = { "*" = [] }', { x: 1 }, {})).to.eql([false, true]);
});

test("all required parameters must be present, even if there are no others", () => {
  const body = 'required_parameters = ["Bar", "baz"]';
  expect(verdicts(body, { bar: 1, BAZ: 2, x: 3 }, { bar: 1 }, {})).to.eql([true, false, false]);
});

test("values can have wildcards at both ends", () => {
  const body = 'allowed_parameters = { "a" = ["foo-*"], "b" = ["*-bar"], "c" = ["*mid*"], "d" = ["*"] }';
  expect(verdicts(body, { a: "foo-1" }, { b: "1-bar" }, { c: "amidb" }, { d: "x" })).to.eql([true, true, true, true]);
  expect(verdicts(body, { a: "fo-1" }, { a: "xfoo-1" }, { b: "1-bars" }, { c: "mad" })).to.eql(Array(4).fill(false));
  expect(verdicts('allowed_parameters = { "a" = ["x*y"] }', { a: "xzy" }, { a: "x*y" })).to.eql([false, true]);
});

test("in a list, and in text that may be read as a list, every item must be allowed", () => {
  const body = 'allowed_parameters = { "p" = ["dev", "ops"] }';
  const given: readonly Json[] = [["dev"], ["dev", "ops"], "dev,ops", "dev, ops", []];
  expect(given.map((p) => allows({ p }, [body]))).to.eql(Array(5).fill(true));
  const refused: readonly Json[] = [["dev", "root"], "dev,root", [["dev"]], { dev: 1 }];
  expect(refused.map((p) => allows({ p }, [body]))).to.eql(Array(4).fill(false));
});

test("one denied item in a list denies the request", () => {
  const body = 'denied_parameters = { "p" = ["root", "adm*"] }';
  const refused: readonly Json[] = ["root", ["root"], ["dev", "root"], "dev,root", "dev, admin", ["dev", " root "]];
  expect(refused.map((p) => allows({ p }, [body]))).to.eql(Array(6).fill(false));
  expect(allows({ p: ["dev", "roots"] }, [body])).to.equal(true);
});

test("values of other types are compared by value; the notation of numbers and booleans is ignored", () => {
  const body = 'allowed_parameters = { "p" = [1, true, { a = 1, b = [2] }, [3, "x"]] }';
  const given: readonly Json[] = [
    1,
    true,
    { b: [2], a: 1 },
    [3, "x"],
    parseJson("1.0") as Json,
    parseJson("1e0") as Json,
    "1",
    "true",
  ];
  expect(given.map((p) => allows({ p }, [body]))).to.eql(Array(8).fill(true));
  const refused: readonly Json[] = ["01", 2, false, null, { a: 1 }, { a: 1, b: [3] }, [3, "y"], [3]];
  expect(refused.map((p) => allows({ p }, [body]))).to.eql(Array(8).fill(false));
});

test("rules of one path: allowed values add up, an empty list allows all, and denied and required parameters add up", () => {
  const [zip, zap] = ['allowed_parameters = { "b" = ["zip"] }', 'allowed_parameters = { "b" = ["zap"], "c" = [] }'];
  expect([{ b: "zip" }, { b: "zap", c: 1 }, { d: 1 }].map((fields) => allows(fields, [zip, zap]))).to.eql([
    true,
    true,
    false,
  ]);
  expect(allows({ b: "any" }, [zip, 'allowed_parameters = { "b" = [] }'])).to.equal(true);
  const deny = ['denied_parameters = { "b" = ["zip"] }', 'denied_parameters = { "b" = ["zap"] }'];
  expect([{ b: "zip" }, { b: "zap" }, { b: "x" }].map((fields) => allows(fields, deny))).to.eql([false, false, true]);
  const need = ['required_parameters = ["a"]', 'required_parameters = ["b"]'];
  expect([{ a: 1 }, { a: 1, b: 1 }].map((fields) => allows(fields, need))).to.eql([false, true]);
});

test("parameter rules apply to reads and all kinds of writes, but not to lists and deletions", () => {
  const body = ['required_parameters = ["x"]'];
  for (const capability of ["create", "update", "patch", "read"] as const) {
    expect([allows({}, body, capability), allows({ x: 1 }, body, capability)], capability).to.eql([false, true]);
  }
  for (const capability of ["list", "delete"] as const) expect(allows({}, body, capability), capability).to.equal(true);
});

test("names of built-in object properties are ordinary parameter names", () => {
  const fields = parseJson('{"__proto__": 1, "constructor": 2}') as JsonObject;
  expect(allows(fields, ['allowed_parameters = { "constructor" = [] }'])).to.equal(false);
  expect(allows(fields, ['allowed_parameters = { "__proto__" = [], "constructor" = [] }'])).to.equal(true);
});

test("a request with more to compare than is reasonable is denied, whatever is in it", () => {
  const items = (count: number) => Array.from({ length: count }, () => "a").join();
  const globs = Array.from({ length: 40 }, (_, number) => `"z${number}*"`).join();
  const [few, many] = ['denied_parameters = { "bar" = ["zip"] }', `denied_parameters = { "bar" = [${globs}] }`];
  expect(verdicts(few, { bar: items(60_000) }, { bar: items(140_000) })).to.eql([true, false]);
  expect(verdicts(many, { bar: items(3_000) }, { bar: items(4_000) })).to.eql([true, false]);
  // Names in another case are the same name, and are judged by the same values.
  const variants = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, number) => [
        Array.from("abcdefghijkl", (letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join(""),
        "a",
      ]),
    );
  const long = `denied_parameters = { "abcdefghijkl" = [${globs}] }`;
  expect(verdicts(long, variants(1_000), variants(4_000))).to.eql([true, false]);
});

test("one item among thousands is found, in a list and in a text", () => {
  const many = Array.from({ length: 4_000 }, (_, number) => `n${number}`);
  const denied = 'denied_parameters = { "bar" = ["n3999", "z*"] }';
  expect(verdicts(denied, { bar: many }, { bar: many.join(", ") }, { bar: many.slice(1, -1) })).to.eql([
    false,
    false,
    true,
  ]);
  const names = many.map((name) => `"${name}"`).join();
  const allowed = `allowed_parameters = { "bar" = [${names}] }`;
  expect(verdicts(allowed, { bar: many }, { bar: many.join() }, { bar: [...many, "other"] })).to.eql([
    true,
    true,
    false,
  ]);
});
