import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { checkUsernameTemplate, nameOfNewUser } from "../credentials/name-of-new-user.ts";
import { defaultSymbols } from "../plugins/plugin.ts";
import { parseUsernameTemplate } from "./username-template.ts";

const entropy = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const source = {
  displayName: "token-ada",
  roleName: "reporting",
  now: 1_800_000_000_123,
  entropy,
  cryptography: cryptographyForTests,
};

const form = { maxLength: 63, maxPartLength: 8, symbols: defaultSymbols, separator: "-", isUpperCase: false } as const;
const check = (text: string) => checkUsernameTemplate({ field: "username_template", text, form }, source);

function generated(template: string): string {
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
    expect(generated(template)).to.equal(name);
  });
}

test("truncate_sha256 keeps texts with the same beginning different", () => {
  const long = parseUsernameTemplate("{{.RoleName | truncate_sha256 20}}");
  const [one, other] = ["reporting-of-the-north", "reporting-of-the-south"].map((roleName) =>
    long({ ...source, roleName }),
  );
  expect([one?.length, other?.length]).to.deep.equal([20, 20]);
  expect(one).to.not.equal(other);
});

test("each name has new random characters or a new uuid", () => {
  expect(generated("{{random 20}}")).to.match(/^[A-Za-z0-9]{20}$/);
  expect(generated("{{random 20}}")).to.not.equal(generated("{{random 20}}"));
  expect(generated("{{uuid}}")).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
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
  ["x".repeat(2000), /longer than 1024 characters/],
  [`{{${"(".repeat(40)}random 20${")".repeat(40)}}}`, /too many parentheses/],
] as const) {
  test(`${JSON.stringify(template.slice(0, 30))} is refused`, () => {
    expect(() => parseUsernameTemplate(template)).to.throw(why);
  });
}

test("a template that may repeat a name is refused", () => {
  for (const template of [
    "{{.RoleName}}",
    "{{.RoleName}}-{{unix_time}}",
    "{{random 4}}",
    "{{random 40 | truncate 3}}",
  ]) {
    expect(() => check(template), template).to.throw(/differ in \d characters/);
  }
  for (const template of ["{{random 8}}", "{{.RoleName}}-{{uuid}}", "{{random 40 | truncate 9}}"]) {
    check(template);
  }
});

for (const [template, name] of [
  ['{{random 20}}"; DROP ROLE app; --', '"; DROP ROLE app; --'],
  ["{{random 20}}\u0000", "\\u0000"],
  ['{{printf "u%s; DROP TABLE t; --" (random 20)}}', "; DROP TABLE t; --"],
  ['{{`\'` | printf "%s%s" (random 20)}}', "'"],
  ['{{random 20 | replace "a" "a b" | printf "%s c"}}', " c"],
  ['{{"\\n"}}{{random 20}}', "\\n"],
  ['{{random 20}}{{"\\t" | lowercase}}', "\\t"],
  ["{{random 20}}{{`\\`}}", "\\\\"],
  ['{{timestamp "; 2006"}}{{random 20}}', "; 2027"],
  ['{{"`" | uppercase}}{{random 20}}', "`"],
  ['{{random 20}}{{"--" | lowercase}}', "--"],
  ["{{random 20}}/*", "/*"],
  ["-{{random 20}}", "-"],
  ["{{random 20}}ü", "ü"],
  ["{{random 64}}", ""],
  ["", ""],
] as const) {
  test(`${JSON.stringify(template)} is refused because of the names that it produces`, () => {
    const why = "username_template makes the name ";
    expect(() => check(template), template)
      .to.throw(why)
      .and.satisfy(
        ({ message }: Error) => message.includes(name) && message.includes("1 to 63 letters, digits and _ . @"),
      );
  });
}

test("a display name is checked when the user is named", () => {
  const template = '{{.DisplayName | replace "x" "; DROP ROLE app; --"}}_{{random 20}}';
  check(template);
  const named = (displayName: string) =>
    nameOfNewUser(
      "reporting",
      { credentialConfig: {} },
      { connection: { details: { username_template: template } } as never, plugin: { usernames: form } as never },
      { ...source, caller: { displayName } as never, clock: { now: () => source.now } as never } as never,
    );
  expect(named("ada")).to.match(/^ada_\w{20}$/);
  expect(() => named("max")).to.throw('username_template makes the name "ma; DROP ROLE app; --_');
});

test("no name contains the start of a comment, even if its parts end and begin with -", () => {
  const details = { username_template: "{{.DisplayName | truncate 8}}-{{.RoleName}}-{{random 20}}" };
  check(details.username_template);
  const named = (displayName: string, roleName: string) =>
    nameOfNewUser(
      roleName,
      { credentialConfig: {} },
      { connection: { details } as never, plugin: { usernames: form } as never },
      { ...source, caller: { displayName } as never, clock: { now: () => source.now } as never } as never,
    );
  expect(named("approle-app", "reporting")).to.match(/^approle-reporting-\w{20}$/);
  expect(named("ada--max", "a---b")).to.match(/^ada-max-a-b-\w{20}$/);
});

test("a template cannot exhaust the memory", () => {
  for (const grow of ['replace "a" "aaaaaaaaaa"', "base64"]) {
    expect(() => generated(`{{"aaaaaaaa" | ${Array(25).fill(grow).join(" | ")}}}`)).to.throw(
      /makes more than 4096 characters/,
    );
  }
});
