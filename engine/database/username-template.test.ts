import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import { checkUsernameTemplate } from "./name-of-new-user.ts";
import { parseUsernameTemplate } from "./username-template.ts";

const entropy = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const source = {
  displayName: "token-ada",
  roleName: "reporting",
  now: 1_800_000_000_123,
  entropy,
  cryptography: cryptographyForTests,
};

function made(template: string): string {
  return parseUsernameTemplate(template)(source);
}

for (const [template, name] of [
  ["plain", "plain"],
  ["{{.DisplayName}}_{{ .RoleName }}", "token-ada_reporting"],
  ["{{.RoleName | truncate 4 | uppercase}}", "REPO"],
  ["{{truncate 4 .RoleName}}", "repo"],
  ["{{(.RoleName | truncate 4) | uppercase}}", "REPO"],
  ['{{printf "v-%s-%s" (.DisplayName | truncate 5) .RoleName | lowercase}}', "v-token-reporting"],
  ['{{.DisplayName | replace "-" "_"}}', "token_ada"],
  ["{{unix_time}}", "1800000000"],
  ["{{unix_time_millis}}", "1800000000123"],
  ['{{timestamp "2006-01-02"}}', "2027-01-15"],
  ['{{base64 "ab"}}', "YWI="],
  ['{{"abc" | sha256 | truncate 8}}', "ba7816bf"],
  ["{{.RoleName | truncate_sha256 20}}", "reporting"],
  ["{{`raw` | uppercase}}", "RAW"],
] as const) {
  test(`${template} makes ${name}`, () => {
    expect(made(template)).to.equal(name);
  });
}

test("a text that is cut by its digest is told from others that begin alike", () => {
  const long = parseUsernameTemplate("{{.RoleName | truncate_sha256 20}}");
  const [one, other] = ["reporting-of-the-north", "reporting-of-the-south"].map((roleName) =>
    long({ ...source, roleName }),
  );
  expect([one?.length, other?.length]).to.deep.equal([20, 20]);
  expect(one).to.not.equal(other);
});

test("random characters are drawn anew for each name, and a uuid is one", () => {
  expect(made("{{random 20}}")).to.match(/^[A-Za-z0-9]{20}$/);
  expect(made("{{random 20}}")).to.not.equal(made("{{random 20}}"));
  expect(made("{{uuid}}")).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

for (const [template, why] of [
  ["{{bad", /function "bad" not defined/],
  ["{{random 20", /unclosed action/],
  ["{{.Password}}", /can't evaluate field Password/],
  ["{{}}", /missing value/],
  ["{{random}}", /wrong number of args for random: got 0/],
  ["{{random 1 2}}", /wrong number of args for random: got 2/],
  ["{{(random 20}}", /unclosed left paren/],
  ["{{.RoleName | .DisplayName}}", /only a function takes/],
  ["a}}b", /unexpected "}}"/],
  ['x"; DROP ROLE y; --', /cannot be part of a user's name/],
  ["x\u0000", /cannot be part of a user's name/],
  ["x".repeat(2000), /longer than 1024 characters/],
  [`{{${"(".repeat(40)}random 20${")".repeat(40)}}}`, /too many parentheses/],
] as const) {
  test(`${JSON.stringify(template.slice(0, 30))} is refused`, () => {
    expect(() => parseUsernameTemplate(template)).to.throw(why);
  });
}

test("a template whose names one role may meet again is refused", () => {
  for (const template of [
    "{{.RoleName}}",
    "{{.RoleName}}-{{unix_time}}",
    "{{random 4}}",
    "{{random 40 | truncate 3}}",
  ]) {
    expect(() => checkUsernameTemplate(template, source), template).to.throw(/differ in \d characters/);
  }
  for (const template of ["{{random 8}}", "{{.RoleName}}-{{uuid}}", "{{random 40 | truncate 9}}"]) {
    checkUsernameTemplate(template, source);
  }
});
