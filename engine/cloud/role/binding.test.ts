import { test } from "node:test";
import { expect } from "chai";
import { parsePrincipal } from "../principal.ts";
import { isAdmitted } from "./binding.ts";

const account = "arn:aws:iam::111122223333";
const withId = (arn: string, uniqueId = "AIDAONE") => ({ ...parsePrincipal(arn), uniqueId });
const user = (path: string, uniqueId?: string) => withId(`${account}:user/${path}`, uniqueId);
const role = (name: string, session = "s") => withId(`arn:aws:sts::111122223333:assumed-role/${name}/${session}`);
const by = (...boundPrincipalArns: string[]) => ({ boundPrincipalArns, resolveUniqueIds: false, principalIds: [] });
const byUniqueId = (...boundPrincipalArns: string[]) => ({
  boundPrincipalArns,
  resolveUniqueIds: true,
  principalIds: ["AIDATWO"],
});

test("CLOUD-PRINC-01: only a listed principal is bound", () => {
  expect(isAdmitted(user("a"), by(`${account}:user/a`))).to.equal(true);
  expect(isAdmitted(user("b"), by(`${account}:user/a`))).to.equal(false);
  expect(isAdmitted(user("b"), by())).to.equal(false);
});

test("CLOUD-ROLE-10: one of several listed principals suffices", () => {
  expect(isAdmitted(user("b"), by(`${account}:user/a`, `${account}:user/b`))).to.equal(true);
});

test("CLOUD-PRINC-02: a trailing wildcard binds every principal with that prefix", () => {
  expect(isAdmitted(role("web"), byUniqueId(`${account}:role/*`))).to.equal(true);
  expect(isAdmitted(user("web"), byUniqueId(`${account}:role/*`))).to.equal(false);
  expect(isAdmitted(user("web"), byUniqueId(`${account}:*`))).to.equal(true);
  const elsewhere = withId("arn:aws:sts::999988887777:assumed-role/web/s");
  expect(isAdmitted(elsewhere, byUniqueId(`${account}:role/*`))).to.equal(false);
});

test("CLOUD-PRINC-02: a wildcard is compared with the ARN that contains the user's path", () => {
  expect(isAdmitted(user("team/Ada"), by(`${account}:user/team/*`))).to.equal(true);
  expect(isAdmitted(user("team/Ada"), by(`${account}:user/A*`))).to.equal(false);
});

test("CLOUD-PRINC-04: a session with the name of another role is not that role", () => {
  expect(isAdmitted(role("r", "one"), by(`${account}:role/r`))).to.equal(true);
  expect(isAdmitted(role("r", "two"), by(`${account}:role/r`))).to.equal(true);
  expect(isAdmitted(role("r2", "r"), by(`${account}:role/r`))).to.equal(false);
});

test("CLOUD-PRINC-05: without resolved ids an ARN is compared without its path", () => {
  expect(isAdmitted(user("team/Ada"), by(`${account}:user/Ada`))).to.equal(true);
  expect(isAdmitted(user("team/Ada"), by(`${account}:user/team/Ada`))).to.equal(false);
});

test("CLOUD-BIND-08: an ARN without a wildcard must match completely", () => {
  expect(isAdmitted(role("app-web"), by(`${account}:role/app`))).to.equal(false);
});

test("CLOUD-BIND-09: a wildcard that is not the last character is an ordinary character", () => {
  expect(isAdmitted(role("axb"), by(`${account}:role/a*b`))).to.equal(false);
  expect(isAdmitted(role("axb"), by(`*${account}:role/axb`))).to.equal(false);
  expect(isAdmitted(role("axbc"), by(`${account}:role/a*b*`))).to.equal(false);
});

test("CLOUD-RESOLVE-03: with resolved ids, the id binds and the ARN alone does not", () => {
  expect(isAdmitted(user("a", "AIDATWO"), byUniqueId(`${account}:user/a`))).to.equal(true);
  expect(isAdmitted(user("a", "AIDATWO"), { ...byUniqueId(`${account}:user/a`), resolveUniqueIds: false })).to.equal(
    true,
  );
  expect(isAdmitted(user("a"), byUniqueId(`${account}:user/a`))).to.equal(false);
});

test("CLOUD-RESOLVE-05: a wildcard binds whether ids are resolved or not", () => {
  expect(isAdmitted(user("a"), by(`${account}:user/*`))).to.equal(true);
  expect(isAdmitted(user("a"), byUniqueId(`${account}:user/*`))).to.equal(true);
});

test("a role that infers instances needs no bound principals, but applies them if it has any", () => {
  expect(isAdmitted(role("a"), { ...by(), inferring: {} })).to.equal(true);
  expect(isAdmitted(role("a"), { ...by(`${account}:role/b`), inferring: {} })).to.equal(false);
});
