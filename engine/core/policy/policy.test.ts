import { test } from "node:test";
import { expect } from "chai";
import { parsePolicy } from "./policy.ts";

const capabilitiesIn = (text: string) =>
  parsePolicy(text).rules.map(({ path, grant }) => [path, [...grant.capabilities].sort()]);

test("a policy in JSON is equivalent to one in HCL", () => {
  const expected = [
    ["a", ["read"]],
    ["b/*", ["list"]],
  ];
  expect(capabilitiesIn('path "a" { capabilities = ["read"] } path "/b/*" { capabilities = ["list"] }')).to.deep.equal(
    expected,
  );
  expect(
    capabilitiesIn('{"path": {"a": {"capabilities": ["read"]}, "/b/*": {"capabilities": ["list"]}}}'),
  ).to.deep.equal(expected);
});

test("repeated blocks of one path all apply, also in JSON, so that no deny is lost", () => {
  expect(
    capabilitiesIn('{"path": {"a": {"capabilities": ["deny"]}}, "path": {"a": {"capabilities": ["read"]}}}'),
  ).to.eql([
    ["a", ["deny"]],
    ["a", ["read"]],
  ]);
  expect(capabilitiesIn('path "a" { capabilities = ["deny"] capabilities = ["read"] }')).to.eql([["a", ["deny"]]]);
});

test("deny removes all other capabilities of its rule", () => {
  expect(capabilitiesIn('path "a" { capabilities = ["read", "deny", "sudo"] }')).to.eql([["a", ["deny"]]]);
});

test("legacy policy words are accepted and add to the capabilities", () => {
  const words = { deny: "deny", read: "list read", write: "create delete list read update" };
  for (const [word, meaning] of Object.entries(words)) {
    expect(capabilitiesIn(`path "a" { policy = "${word}" }`)).to.eql([["a", meaning.split(" ")]]);
  }
  const both = capabilitiesIn('path "a" { policy = "sudo" capabilities = ["patch"] }');
  expect(both).to.eql([["a", ["create", "delete", "list", "patch", "read", "sudo", "update"]]]);
});

test("parameters, wrapping times and a comment are parsed in all their forms", () => {
  const { grant } = parsePolicy(`path "a" {
    comment = "who may"
    capabilities = ["create"]
    allowed_parameters = { "Bar" = ["zip", 1, true], "*" = [] }
    denied_parameters { foo = "x" }
    denied_parameters { foo = ["y"] }
    required_parameters = ["Baz"]
    min_wrapping_ttl = 1
    max_wrapping_ttl = "1h30m"
  }`).rules[0] ?? { grant: undefined };
  expect(grant && [...grant.allowedParameters]).to.deep.equal([
    ["bar", ["zip", 1, true]],
    ["*", []],
  ]);
  expect(grant && [...grant.deniedParameters]).to.deep.equal([["foo", ["x", "y"]]]);
  expect(grant?.requiredParameters).to.deep.equal(["baz"]);
  expect([grant?.minWrappingSeconds, grant?.maxWrappingSeconds]).to.deep.equal([1, 5400]);
});

test("rules with templated paths are returned separately", () => {
  const { rules, templates } = parsePolicy('path "a" {} path "b/{{identity.entity.id}}/*" {}');
  expect([rules, templates].map((some) => some.map(({ path }) => path))).to.eql([
    ["a"],
    ["b/{{identity.entity.id}}/*"],
  ]);
});

const inPath = (body: string) => `path "x" { ${body} }`;

for (const [text, why] of [
  [inPath('capabilities = ["bogus"]'), 'path "x": invalid capability "bogus"'],
  [inPath('capabilities = ["root"]'), 'path "x": invalid capability "root"'],
  [inPath("unknown = 1"), '1 error occurred:\n\t* path "x": invalid key "unknown" on line 1\n\n'],
  [
    inPath("one = 1\n two {}"),
    '2 errors occurred:\n\t* path "x": invalid key "one" on line 1\n\t* path "x": invalid key "two" on line 2\n\n',
  ],
  ["\nwhen = 1", '1 error occurred:\n\t* invalid key "when" on line 2\n\n'],
  [inPath('policy = "bogus"'), 'path "x": invalid policy "bogus"'],
  [inPath('policy = "constructor"'), 'path "x": invalid policy "constructor"'],
  [inPath('capabilities = "read"'), 'path "x": capabilities must be a list'],
  [inPath("capabilities = [1]"), 'path "x": capabilities must be a list of texts'],
  [inPath("allowed_parameters = 1"), 'path "x": allowed_parameters must be a block of lists'],
  [inPath('control_group = { factor "a" {} }'), 'path "x": control_group is not supported'],
  [inPath('mfa_methods = ["a"]'), 'path "x": mfa_methods is not supported'],
  [inPath('min_wrapping_ttl = "bogus"'), 'error parsing min_wrapping_ttl: time: invalid duration "bogus"'],
  [inPath("max_wrapping_ttl = true"), "error parsing max_wrapping_ttl: could not parse duration from input"],
  [inPath('min_wrapping_ttl = "2m" max_wrapping_ttl = "1m"'), "max_wrapping_ttl cannot be less than min_wrapping_ttl"],
  ['path "+*" { capabilities = [] }', `path "+*": invalid use of wildcards ('+*' is forbidden)`],
  ['path "{{a" {}', "failed to validate policy templating: unbalanced templating characters"],
  ['path "a}}{{b}}" {}', "failed to validate policy templating: unbalanced templating characters"],
  ['path "{{a}}b}}" {}', "failed to validate policy templating: unbalanced templating characters"],
  ['path "x" "y" {}', 'a path is written as path "…" {…}'],
  ["path = 1", 'a path is written as path "…" {…}'],
  ['path = { "x" = 1 }', 'path "x": expected a block'],
  ["not hcl {{", "At 1:10: expected: IDENT | STRING got: LBRACE"],
] as const) {
  test(`${text} is refused: ${why.trim()}`, () => {
    const refusal = expect(() => parsePolicy(text)).to.throw();
    refusal.with.property("message", `failed to parse policy: ${why}`);
    refusal.with.property("code", "refused");
  });
}

test("each size of a policy has a limit that can be set", () => {
  const limits = { policyCharacters: 100, policyRules: 2, policyPathCharacters: 8 };
  const paths = (count: number) => 'path "x" {}'.repeat(count);
  expect(parsePolicy(paths(2), limits).rules.length).to.equal(2);
  expect(() => parsePolicy(paths(3), limits)).to.throw("more than 2 paths");
  expect(() => parsePolicy(`#${" ".repeat(100)}`, limits)).to.throw("longer than 100 characters");
  expect(() => parsePolicy('path "123456789" {}', limits)).to.throw("a path is longer than 8 characters");
});
