import { test } from "node:test";
import { expect } from "chai";
import { parsePrincipal } from "../principal.ts";
import { isBound } from "./binding.ts";

const account = "arn:aws:iam::111122223333";
const user = (path: string) => parsePrincipal(`${account}:user/${path}`);
const role = (name: string, session = "s") =>
  parsePrincipal(`arn:aws:sts::111122223333:assumed-role/${name}/${session}`);
const by = (...boundPrincipalArns: string[]) => ({ boundPrincipalArns, resolveUniqueIds: false });
const byUniqueId = (...boundPrincipalArns: string[]) => ({ boundPrincipalArns, resolveUniqueIds: true });

test("CLOUD-PRINC-01: only a listed principal is bound", () => {
  expect(isBound(user("a"), by(`${account}:user/a`))).to.equal(true);
  expect(isBound(user("b"), by(`${account}:user/a`))).to.equal(false);
  expect(isBound(user("b"), by())).to.equal(false);
});

test("CLOUD-ROLE-10: one of several listed principals suffices", () => {
  expect(isBound(user("b"), by(`${account}:user/a`, `${account}:user/b`))).to.equal(true);
});

test("CLOUD-PRINC-02: a last wildcard permits every principal with that prefix", () => {
  expect(isBound(role("web"), byUniqueId(`${account}:role/*`))).to.equal(true);
  expect(isBound(user("web"), byUniqueId(`${account}:role/*`))).to.equal(false);
  expect(isBound(user("web"), byUniqueId(`${account}:*`))).to.equal(true);
  const elsewhere = parsePrincipal("arn:aws:sts::999988887777:assumed-role/web/s");
  expect(isBound(elsewhere, byUniqueId(`${account}:role/*`))).to.equal(false);
});

test("CLOUD-PRINC-02: a wildcard is compared with the ARN that has the user's path", () => {
  expect(isBound(user("team/Ada"), by(`${account}:user/team/*`))).to.equal(true);
  expect(isBound(user("team/Ada"), by(`${account}:user/A*`))).to.equal(false);
});

test("CLOUD-PRINC-04: a session named like another role is not that role", () => {
  expect(isBound(role("r", "one"), by(`${account}:role/r`))).to.equal(true);
  expect(isBound(role("r", "two"), by(`${account}:role/r`))).to.equal(true);
  expect(isBound(role("r2", "r"), by(`${account}:role/r`))).to.equal(false);
});

test("CLOUD-PRINC-05: without resolved ids an ARN is compared without its path", () => {
  expect(isBound(user("team/Ada"), by(`${account}:user/Ada`))).to.equal(true);
  expect(isBound(user("team/Ada"), by(`${account}:user/team/Ada`))).to.equal(false);
});

test("CLOUD-BIND-08: an ARN without wildcard is the whole ARN", () => {
  expect(isBound(role("app-web"), by(`${account}:role/app`))).to.equal(false);
});

test("CLOUD-BIND-09: a wildcard that is not the last character is a letter like any other", () => {
  expect(isBound(role("axb"), by(`${account}:role/a*b`))).to.equal(false);
  expect(isBound(role("axb"), by(`*${account}:role/axb`))).to.equal(false);
  expect(isBound(role("axbc"), by(`${account}:role/a*b*`))).to.equal(false);
});

test("CLOUD-RESOLVE-03: with resolved ids, the ARN alone does not bind", () => {
  expect(isBound(user("a"), byUniqueId(`${account}:user/a`))).to.equal(false);
});

test("CLOUD-RESOLVE-05: a wildcard binds whether ids are resolved or not", () => {
  expect(isBound(user("a"), by(`${account}:user/*`))).to.equal(true);
  expect(isBound(user("a"), byUniqueId(`${account}:user/*`))).to.equal(true);
});
