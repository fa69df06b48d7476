import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { loneEngine } from "../../engine.suite.ts";

const digits = 'length = 8\nrule "charset" { charset = "0123456789" }';
const wrapped = (text: string) => ({ errors: [`1 error occurred:\n\t* ${text}\n\n`] });

test("a password policy is written, read, listed, used and deleted", async () => {
  const { ask } = await loneEngine();
  expect((await ask("LIST", "sys/policies/password")).status).to.equal(404);
  expect((await ask("PUT", "sys/policies/password/digits", { policy: digits })).status).to.equal(204);
  expect((await ask("GET", "sys/policies/password/digits")).body?.data).to.eql({ policy: digits });
  expect((await ask("LIST", "sys/policies/password")).body?.data).to.eql({ keys: ["digits"] });
  const { body } = await ask("GET", "sys/policies/password/digits/generate");
  expect((body?.data as JsonObject | undefined)?.password).to.match(/^\d{8}$/);
  expect((await ask("DELETE", "sys/policies/password/digits")).status).to.equal(204);
  expect((await ask("DELETE", "sys/policies/password/digits")).status).to.equal(204);
});

for (const path of ["none", "none/generate"]) {
  test(`GET ${path}: 404 with an error text`, async () => {
    const { ask } = await loneEngine();
    const found = await ask("GET", `sys/policies/password/${path}`);
    expect(found).to.eql({ status: 404, body: wrapped("policy does not exist") });
  });
}

test("the policy text may be base64-encoded, and may be JSON", async () => {
  const { ask } = await loneEngine();
  await ask("POST", "sys/policies/password/digits", { policy: Buffer.from(digits).toString("base64") });
  expect((await ask("GET", "sys/policies/password/digits")).body?.data).to.eql({ policy: digits });
  const policy = JSON.stringify({ length: 6, rule: [{ charset: [{ charset: "ab", "min-chars": 2 }] }] });
  expect((await ask("PUT", "sys/policies/password/json", { policy })).status).to.equal(204);
  const { body } = await ask("GET", "sys/policies/password/json/generate");
  expect((body?.data as JsonObject | undefined)?.password).to.match(/^[ab]{6}$/);
});

for (const [policy, text] of [
  ["", "missing policy"],
  ["length {", "invalid password policy: unable to decode: At 1:10: object expected closing RBRACE got: EOF"],
  ["length = 20", "invalid password policy: 1 error occurred:\n\t* no charset specified\n\n"],
  [
    'length = 4 rule "charset" { charset = "abc" min-chars = 5 }',
    "invalid password policy: 1 error occurred:\n\t* specified rules require at least 5 characters but 4 is specified\n\n",
  ],
  ['length = 3 rule "charset" { charset = "abc" }', "passwords must be between 4 and 100 characters"],
  ['length = 101 rule "charset" { charset = "abc" }', "passwords must be between 4 and 100 characters"],
  [
    'length = 8 rule "charset" { charset = "abcdefghijklmnopqrstuvwxyz0123456789" } rule "charset" { charset = "!" min-chars = 8 }',
    "unable to generate password from provided policy: are the rules impossible?",
  ],
] as const) {
  test(`the policy ${JSON.stringify(policy)} is refused: ${text.trim()}`, async () => {
    const { ask } = await loneEngine();
    const refusal = await ask("PUT", "sys/policies/password/p", { policy });
    expect(refusal).to.eql({ status: 400, body: wrapped(text) });
    expect((await ask("GET", "sys/policies/password/p")).status).to.equal(404);
  });
}
