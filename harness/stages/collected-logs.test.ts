import { test } from "node:test";
import { expect } from "chai";
import { jsonLog } from "#cluster/log.ts";
import { CollectedLogs } from "./collected-logs.ts";

test("keeps log lines with the stage's time and without the machine's", () => {
  let now = 1_000;
  const kept = new CollectedLogs({ now: () => now });
  const log = jsonLog({ cluster: "Oslo", level: "info", destination: kept });
  log.info("unsealed", { term: 1 });
  now += 86_400_000;
  log.error("a mount could not close", { path: "colours/" });
  expect(kept.lines()).to.deep.equal([
    { at: 1_000, cluster: "Oslo", level: "info", event: "unsealed", facts: { term: 1 } },
    { at: 86_401_000, cluster: "Oslo", level: "error", event: "a mount could not close", facts: { path: "colours/" } },
  ]);
});

test("keeps a bounded number of lines, the last ones", () => {
  const kept = new CollectedLogs({ now: () => 0 });
  const log = jsonLog({ cluster: "Oslo", level: "info", destination: kept });
  for (let number = 1; number <= 9_000; number += 1) log.info("request", { number });
  const numbers = kept.lines().map(({ facts }) => facts.number);
  expect([numbers.length, numbers[0], numbers.at(-1)]).to.deep.equal([4_000, 5_001, 9_000]);
});

test("keeps up to a hundred errors regardless of the number of later lines", () => {
  const kept = new CollectedLogs({ now: () => 0 });
  const log = jsonLog({ cluster: "Oslo", level: "info", destination: kept });
  for (let number = 1; number <= 150; number += 1) log.error("a request failed with an internal error", { number });
  for (let number = 1; number <= 20_000; number += 1) log.info("request", { number });
  const errors = kept.lines().filter(({ level }) => level === "error");
  expect([kept.lines().length, errors.length, errors[0]?.facts.number]).to.deep.equal([4_100, 100, 1]);
});
