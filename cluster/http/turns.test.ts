import { test } from "node:test";
import { expect } from "chai";
import { Turns } from "./turns.ts";

test("the newest waiting request, the oldest and a pipelined one start in rotation", async ({ mock }) => {
  let now = 0;
  mock.method(performance, "now", () => now);
  const turns = new Turns();
  const begun: string[] = [];
  const begin = (name: string) => () => {
    begun.push(name);
    now += 15;
  };
  for (const name of ["at once", "1", "2", "3"]) turns.first(begin(name));
  for (const name of ["ahead 1", "ahead 2"]) turns.further(begin(name));
  expect(begun).to.deep.equal(["at once"]);
  while (begun.length < 6) await new Promise((resolve) => setImmediate(resolve));
  expect(begun).to.deep.equal(["at once", "3", "1", "ahead 1", "2", "ahead 2"]);
});

test("requests start when no more connections are being accepted, or after twenty milliseconds", async ({ mock }) => {
  let now = 0;
  mock.method(performance, "now", () => now);
  const turns = new Turns();
  const begun: number[] = [];
  turns.accepted();
  turns.first(() => void begun.push(now));
  for (; begun.length === 0 && now < 100; now += 1) {
    turns.accepted();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(begun).to.deep.equal([20]);
  turns.accepted();
  turns.first(() => void begun.push(now));
  while (begun.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(begun[1]).to.equal(now);
});
