import { suite, test } from "node:test";
import { expect } from "chai";
import { bareAnswer, bareBody, omittedTexts } from "./bare-body.ts";

const login = { path: "v1/auth/userpass/login/a", hasToken: false };

suite("a body of which only names and numbers are shown", () => {
  test("keeps its structure, even with a member named __proto__", () => {
    const body = JSON.parse('{"__proto__":{"a":"secret"},"list":["secret",1,null,""],"role":"told","n":{"x":true}}');
    const text = '{"__proto__":{"a":"•••"},"list":["•••",1,null,""],"role":"told","n":{"x":true}}';
    expect(JSON.stringify(bareBody(body, login))).to.equal(text);
    expect(JSON.stringify(bareAnswer("v1/secret/a", body))).to.equal(text);
  });

  test("may be nested as deeply as a client can nest it, and far deeper", () => {
    const levels = 20_000;
    for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ a: inner })]) {
      let body: unknown = "long enough to be a secret";
      for (let level = 0; level < levels; level += 1) body = wrap(body);
      expect([...omittedTexts(body, login)]).to.include("long enough to be a secret");
      let inner = bareBody(body, login);
      for (let level = 0; level < levels; level += 1) [inner] = Object.values(inner as object);
      expect(inner).to.be.a("string").and.not.to.include("secret");
    }
  });
});
