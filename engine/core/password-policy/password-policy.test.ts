import { test } from "node:test";
import { expect } from "chai";
import { FairChoice } from "./fair-choice.ts";
import { newPassword } from "./new-password.ts";
import { defaultPasswordPolicy, parsePasswordPolicy } from "./password-policy.ts";

const entropy = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };

test("DB-CONFIG-16, -17: a default password has 20 characters of all four kinds and no others", () => {
  for (let count = 0; count < 500; count += 1) {
    expect(newPassword(defaultPasswordPolicy, entropy)).to.match(
      /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*-)[A-Za-z0-9-]{20}$/,
    );
  }
});

test("rules combine their characters, and each has a minimum number", () => {
  const policy = parsePasswordPolicy(`
    length = 8
    rule "charset" { charset = "abcde" }
    rule "charset" { charset = "cdefg" min-chars = 3 }
    rule "charset" { charset = "é😀" "min-chars" = 2 }`);
  const seen = new Set<string>();
  for (let count = 0; count < 500; count += 1) {
    const letters = [...(newPassword(policy, entropy) ?? "")];
    for (const letter of letters) seen.add(letter);
    expect(letters.length).to.equal(8);
    expect(letters.filter((letter) => "cdefg".includes(letter)).length).to.be.at.least(3);
    expect(letters.filter((letter) => "é😀".includes(letter)).length).to.be.at.least(2);
  }
  expect([...seen].sort().join("")).to.equal([..."abcdefgé😀"].sort().join(""));
});

test("numbers are uniformly distributed for any bound", () => {
  // bytes 252 to 255 would favour the first letters of 63, and are skipped
  const choice = new FairChoice({ bytes: () => Uint8Array.of(255, 252, 62, 63, 251) });
  expect([choice.below(63), choice.below(63), choice.below(63)]).to.eql([62, 0, 62]);
  const all = new FairChoice({ bytes: () => Uint8Array.of(255) });
  expect([all.below(256), all.below(1)]).to.eql([255, 0]);
});

test("a policy that no draft satisfies yields nothing, with bounded work", () => {
  let drawn = 0;
  const zeros = {
    bytes(count: number) {
      drawn += count;
      return new Uint8Array(count);
    },
  };
  const policy = parsePasswordPolicy(
    'length = 4 rule "charset" { charset = "ab" } rule "charset" { charset = "b" min-chars = 1 }',
  );
  expect(newPassword(policy, zeros)).to.equal(undefined);
  expect(drawn).to.be.below(50_000);
});

const refused = (why: string) => `1 error occurred:\n\t* invalid password policy: ${why}\n\n`;
const charset = (body: string) => `length = 8 rule "charset" { ${body} }`;

for (const [text, why] of [
  ["length = -1", "failed to decode configuration: length must not be negative"],
  ['length = "x"', "failed to decode configuration: length must be a whole number"],
  ["rule = 1", 'unable to retrieve rules: a rule is written as rule "charset" {…}'],
  ['rule "nope" {}', "unable to parse rules: unable to parse rule nope: unrecognized rule type nope"],
  [charset("charset = 1"), "unable to parse rules: unable to parse rule charset: charset must be a text"],
  [
    charset('charset = "a" min-chars = 1.5'),
    "unable to parse rules: unable to parse rule charset: min-chars must be a whole number",
  ],
  [charset('charset = "a\\n"'), "1 error occurred:\n\t* non-printable character in charset\n\n"],
  ["", "2 errors occurred:\n\t* length must be > 0\n\t* no charset specified\n\n"],
  [
    charset(`charset = "${Array.from({ length: 257 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("")}"`),
    "1 error occurred:\n\t* charset is too long: limited to 256 characters\n\n",
  ],
  [`# ${"x".repeat(65_536)}`, "longer than 65536 characters"],
] as const) {
  test(`${JSON.stringify(text.slice(0, 60))} is refused: ${why.trim()}`, () => {
    expect(() => parsePasswordPolicy(text))
      .to.throw()
      .with.property("message", refused(why));
  });
}
