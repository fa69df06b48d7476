import { test } from "node:test";
import { expect } from "chai";
import { endsToken } from "./permitted.ts";

const root = "the token of the target file";

test("a request ends the target's token if it names it, or is sent with it and names no other", () => {
  const ends = (path: string, token: string, body?: Readonly<Record<string, string>> | string) =>
    endsToken(path, { method: "POST", path, token, ...(body === undefined ? {} : { body }) }, root);
  expect(ends("auth/token/revoke-self", root)).to.equal(true);
  expect(ends("auth/token/revoke-self", root, { token: "another" })).to.equal(true);
  expect(ends("auth/token/revoke-self", "another")).to.equal(false);
  for (const path of ["auth/token/revoke", "auth/token/revoke-orphan"]) {
    expect(ends(path, root, { token: root }), path).to.equal(true);
    expect(ends(path, "another", { token: root }), path).to.equal(true);
    expect(ends(path, "another", JSON.stringify({ token: root })), path).to.equal(true);
    expect(ends(path, root, { token: "another" }), path).to.equal(false);
    expect(ends(path, "another", { token: "a third" }), path).to.equal(false);
  }
  expect(ends("auth/token/lookup", root, { token: root })).to.equal(false);
});
