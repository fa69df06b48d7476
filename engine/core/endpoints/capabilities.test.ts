import { before, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";

let lone: LoneEngine;
let token: string;
let accessor: string;

const policy = `
path "a/*" { capabilities = ["update", "read", "list"] }
path "a/+/c" { capabilities = ["deny"] }
path "exact" { capabilities = ["create"] min_wrapping_ttl = "1m" allowed_parameters = { "x" = [1] } }
path "sys/*" { capabilities = ["update", "read"] }
`;

before(async () => {
  lone = await loneEngine();
  await lone.ask("PUT", "sys/policies/acl/p1", { policy });
  const { body } = await lone.ask("POST", "auth/token/create", { policies: ["p1"], no_default_policy: true });
  const auth = (body?.auth ?? {}) as JsonObject;
  token = String(auth.client_token);
  accessor = String(auth.accessor);
});

test('the capabilities of a single path are returned sorted, under the path and under "capabilities", also at the top level', async () => {
  const { status, body } = await lone.ask("POST", "sys/capabilities-self", { paths: ["a/b"] }, { token });
  const found = { "a/b": ["list", "read", "update"], capabilities: ["list", "read", "update"] };
  expect([status, body?.data]).to.eql([200, found]);
  expect(body).to.deep.include(found);
});

test("the capabilities of several paths are returned under the paths as they were sent", async () => {
  const { body } = await lone.ask("POST", "sys/capabilities-self", { paths: ["/exact", "b", "a/b/c"] }, { token });
  expect(body?.data).to.eql({ "/exact": ["create"], b: ["deny"], "a/b/c": ["deny"] });
});

test("the deprecated field name `path` is accepted", async () => {
  const { body } = await lone.ask("POST", "sys/capabilities-self", { path: "exact" }, { token });
  expect((body?.data as JsonObject | undefined)?.exact).to.eql(["create"]);
});

test('a root token has the single capability "root"', async () => {
  const { body } = await lone.ask("POST", "sys/capabilities-self", { paths: ["x"] });
  expect(body?.data).to.eql({ x: ["root"], capabilities: ["root"] });
});

test("another token is selected by its text or its accessor", async () => {
  const expected = { "a/b": ["list", "read", "update"], capabilities: ["list", "read", "update"] };
  const byText = await lone.ask("POST", "sys/capabilities", { token, paths: ["a/b"] });
  const byAccessor = await lone.ask("POST", "sys/capabilities-accessor", { accessor, paths: ["a/b"] });
  expect([byText.body?.data, byAccessor.body?.data]).to.eql([expected, expected]);
});

test("paths have a maximum number and length, in both fields and both forms", async () => {
  const why = (name: string, bound: string) =>
    `Field validation failed: error converting input for field "${name}": ${bound}`;
  const many = Array.from({ length: 1024 }, (_, at) => `a/${at}`);
  for (const endpoint of ["capabilities-self", "capabilities", "capabilities-accessor"]) {
    const ask = async (fields: object) => {
      const { status, body } = await lone.ask("POST", `sys/${endpoint}`, { token, accessor, ...fields });
      return status === 200 ? 200 : body?.errors;
    };
    for (const name of ["paths", "path"]) {
      expect(await ask({ [name]: many })).to.equal(200);
      expect(await ask({ [name]: many.join(",") })).to.equal(200);
      expect(await ask({ [name]: [...many, "b"] })).to.deep.equal([why(name, "more than 1024 items")]);
      expect(await ask({ [name]: `${many.join(",")},b` })).to.deep.equal([why(name, "more than 1024 items")]);
      expect(await ask({ [name]: ["x".repeat(65_536)] })).to.equal(200);
      expect(await ask({ [name]: ["x".repeat(65_537)] })).to.deep.equal([why(name, "longer than 65536 characters")]);
    }
  }
});

for (const [path, body, status, text] of [
  ["sys/capabilities-self", {}, 400, "paths must be supplied"],
  ["sys/capabilities", { token: "unknown", paths: ["a"] }, 400, "1 error occurred:\n\t* invalid token\n\n"],
  ["sys/capabilities", { paths: ["a"] }, 500, "1 error occurred:\n\t* no token found\n\n"],
  ["sys/capabilities-accessor", { accessor: "no", paths: ["a"] }, 400, "1 error occurred:\n\t* invalid accessor\n\n"],
  ["sys/capabilities-accessor", { paths: ["a"] }, 400, "1 error occurred:\n\t* missing accessor\n\n"],
] as const) {
  test(`${path} ${JSON.stringify(body)}: ${status} ${text.trim()}`, async () => {
    expect(await lone.ask("POST", path, body)).to.eql({ status, body: { errors: [text] } });
  });
}

test("the resultant ACL lists all rules: prefixes without their star, and root as a flag", async () => {
  const { body } = await lone.ask("GET", "sys/internal/ui/resultant-acl", undefined, { token });
  expect(body?.data).to.eql({
    root: false,
    exact_paths: { exact: { capabilities: ["create"], min_wrapping_ttl: 60, allowed_parameters: { x: [1] } } },
    glob_paths: {
      "a/": { capabilities: ["list", "read", "update"] },
      "a/+/c": { capabilities: ["deny"] },
      "sys/": { capabilities: ["read", "update"] },
    },
  });
  expect((await lone.ask("GET", "sys/internal/ui/resultant-acl")).body?.data).to.eql({ root: true });
});

test("paths are bounded by the policies that judge them, where both ways of + are gone at every segment", async () => {
  const levels = 10;
  const rules = Array.from({ length: 2 ** levels }, (_, number) => {
    const segments = Array.from({ length: levels }, (_, at) => ((number >> at) & 1 ? "+" : "a"));
    return `path "${segments.join("/")}/*" { capabilities = ["read"] }`;
  });
  const own = 'path "sys/*" { capabilities = ["update"] }';
  expect((await lone.ask("PUT", "sys/policies/acl/wide", { policy: [...rules, own].join("\n") })).status).to.equal(204);
  const made = await lone.ask("POST", "auth/token/create", { policies: ["wide"], no_default_policy: true });
  const { client_token } = (made.body?.auth ?? {}) as JsonObject;
  const ask = async (count: number) => {
    const paths = Array.from({ length: count }, (_, number) => `${"a/".repeat(levels)}${number}`);
    const { status, body } = await lone.ask(
      "POST",
      "sys/capabilities-self",
      { paths },
      { token: String(client_token) },
    );
    return [status, Object.keys((body?.data ?? {}) as JsonObject).length, body?.errors];
  };
  const [, , errors] = await ask(1024);
  const [, most] = /more than (\d+) with policies of this size/.exec(String(errors)) ?? [];
  expect(Number(most)).to.be.within(10, 100);
  expect(await ask(Number(most))).to.eql([200, Number(most), undefined]);
  expect((await ask(Number(most) + 1))[0]).to.equal(400);
});
