import assert from "node:assert/strict";
import { test } from "node:test";
import { expect } from "chai";
import { fencedSession } from "./fenced-session.ts";

test("a session begins no transaction once its cluster is no longer the primary, and looks all the same", async () => {
  const begun: (readonly string[])[] = [];
  let isPrimary = true;
  const session = fencedSession(
    {
      transact: async (statements) => void begun.push(statements),
      settle: async () => {},
      verify: async () => {},
      column: async () => ["app"],
      close: async () => {},
    },
    { isPrimary: () => isPrimary },
  );
  await session.transact(["ALTER ROLE app"]);
  isPrimary = false;
  await assert.rejects(session.transact(["ALTER ROLE app"]), { code: "unavailable" });
  expect(begun).to.deep.equal([["ALTER ROLE app"]]);
  expect(await session.column("SELECT", [])).to.deep.equal(["app"]);
});
