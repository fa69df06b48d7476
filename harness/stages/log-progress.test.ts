import { test } from "node:test";
import { expect } from "chai";
import { CannotBePlayed } from "#harness/capabilities/missing-capability.ts";
import { receivedBy, writtenBy } from "./log-progress.ts";

test("the log position is read from either field of a status", () => {
  expect(writtenBy({ mode: "primary", last_performance_wal: 7, last_wal: 9 })).to.equal(7);
  expect(writtenBy({ mode: "primary", last_wal: 9 })).to.equal(9);
  expect(writtenBy({ mode: "disabled" })).to.equal(0);
  expect(receivedBy({ mode: "secondary", last_remote_wal: 5 })).to.equal(5);
  expect(receivedBy({ mode: "secondary" })).to.equal(0);
});

test("a primary that reports no position is not waited for", () => {
  expect(() => writtenBy({ mode: "primary" })).to.throw(CannotBePlayed, "its log position");
});
