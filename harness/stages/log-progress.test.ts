import { test } from "node:test";
import { expect } from "chai";
import { receivedBy, writtenBy } from "./log-progress.ts";
import { CannotBePlayed } from "./missing-capability.ts";

test("how far a log is, a status tells in one field or in another", () => {
  expect(writtenBy({ mode: "primary", last_performance_wal: 7, last_wal: 9 })).to.equal(7);
  expect(writtenBy({ mode: "primary", last_wal: 9 })).to.equal(9);
  expect(writtenBy({ mode: "disabled" })).to.equal(0);
  expect(receivedBy({ mode: "secondary", last_remote_wal: 5 })).to.equal(5);
  expect(receivedBy({ mode: "secondary" })).to.equal(0);
});

test("a primary that tells neither is not waited for by a guess", () => {
  expect(() => writtenBy({ mode: "primary" })).to.throw(CannotBePlayed, "how far its log is");
});
