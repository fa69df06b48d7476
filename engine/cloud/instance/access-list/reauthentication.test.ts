import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../../api/problem.ts";
import { cryptographyForTests } from "../../../ports/cryptography-for-tests.suite.ts";
import type { AccessListEntry } from "./access-list-entry.ts";
import { type Reauthentication, requireNonceLength, requireReauthentication } from "./reauthentication.ts";

const entry: AccessListEntry = {
  accountId: "111122223333",
  role: "web",
  nonce: "first",
  disallowReauthentication: false,
  pendingTime: "2026-01-01T12:00:00Z",
  createdAt: 0,
  updatedAt: 0,
  expiresAt: 0,
};

const again: Reauthentication = {
  nonce: "first",
  pendingTime: "2026-01-01T12:00:00Z",
  accountId: "111122223333",
  allowMigration: false,
  disallow: false,
};

function refusal(login: Partial<Reauthentication>, before: Partial<AccessListEntry> = {}): string | undefined {
  try {
    requireReauthentication({ ...entry, ...before }, { ...again, ...login }, cryptographyForTests);
    return undefined;
  } catch (error) {
    expect(error).to.be.instanceOf(Problem).with.property("code", "refused");
    return (error as Problem).message;
  }
}

suite("reauthentication of an instance", () => {
  test("succeeds with the nonce, also after a restart", () => {
    expect(refusal({})).to.equal(undefined);
    expect(refusal({ pendingTime: "2026-01-01T12:00:01Z" })).to.equal(undefined);
  });

  test("fails with another nonce or none", () => {
    for (const nonce of ["second", "First", "first ", undefined])
      expect(refusal({ nonce })).to.equal("client nonce mismatch");
  });

  test("with migration allowed, succeeds without the nonce only after a later start", () => {
    const migrated = { nonce: undefined, allowMigration: true };
    expect(refusal({ ...migrated, pendingTime: "2026-01-01T12:00:01Z" })).to.equal(undefined);
    for (const pendingTime of [entry.pendingTime, "2026-01-01T11:59:59Z"]) {
      expect(refusal({ ...migrated, pendingTime })).to.equal("client nonce mismatch and instance meta-data incorrect");
    }
  });

  test("fails with the nonce and an older document", () => {
    const old = "instance meta-data is older than the one used for previous login";
    for (const allowMigration of [false, true]) {
      expect(refusal({ pendingTime: "2026-01-01T11:59:59Z", allowMigration })).to.equal(old);
    }
  });

  test("fails once it is disabled by the entry, the role or the login", () => {
    expect(refusal({}, { disallowReauthentication: true, nonce: "" })).to.equal("reauthentication is disabled");
    expect(refusal({ disallow: true })).to.equal("reauthentication is disabled");
    expect(refusal({ nonce: "" })).to.equal("reauthentication is disabled");
    const migrated = { allowMigration: true, pendingTime: "2026-01-01T12:00:01Z" };
    expect(refusal(migrated, { disallowReauthentication: true })).to.equal("reauthentication is disabled");
  });

  test("fails for an instance of another account", () => {
    expect(refusal({ accountId: "210987654321" })).to.equal("the instance has logged in from another account");
  });

  test("fails for an invalid time on either side", () => {
    expect(refusal({ pendingTime: "yesterday" })).to.contain('parsing time "yesterday"');
    expect(refusal({}, { pendingTime: "yesterday" })).to.contain('parsing time "yesterday"');
  });
});

test("a nonce has at most 128 characters", () => {
  requireNonceLength("n".repeat(128));
  expect(() => requireNonceLength("n".repeat(129))).to.throw(Problem, "the limit of 128 characters");
});
