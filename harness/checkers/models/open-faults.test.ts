import { test } from "node:test";
import { expect } from "chai";
import type { EventOf } from "#harness/history/event.ts";
import { OpenFaults, passingFaults } from "./open-faults.ts";

const fault = (seq: number, ...parties: string[]) =>
  ({ type: "fault" as const, seq, at: seq, kind: `fault ${seq}`, parties }) satisfies EventOf<"fault">;

test("a heal ends the fault that is its cause, or without a cause all faults between exactly its parties", () => {
  const open = new OpenFaults();
  for (const one of [fault(1, "Oslo", "Lima"), fault(2, "Lima", "Oslo"), fault(3, "Oslo"), fault(4, "Oslo", "Lima")])
    open.begin(one);
  open.heal({ type: "heal", seq: 5, at: 5, cause: 4, parties: ["Oslo", "Lima"] });
  expect([1, 2, 3, 4].map((seq) => open.has(`fault ${seq}`))).to.deep.equal([true, true, true, false]);
  open.heal({ type: "heal", seq: 6, at: 6, parties: ["Oslo", "Lima"] });
  expect([1, 2, 3, 4].map((seq) => open.has(`fault ${seq}`))).to.deep.equal([false, false, true, false]);
  expect(open.isNone).to.equal(false);
  open.heal({ type: "heal", seq: 7, at: 7, cause: 3, parties: ["Oslo"] });
  expect(open.isNone).to.equal(true);
});

test("a momentary fault is never open", () => {
  const open = new OpenFaults();
  for (const kind of passingFaults) open.begin({ ...fault(1, "Oslo"), kind });
  expect(open.isNone).to.equal(true);
});
