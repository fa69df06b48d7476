import { test } from "node:test";
import { expect } from "chai";
import { workersFor } from "./workers.ts";

test("a requested number of workers is used, but no more than there are scenarios", () => {
  expect(workersFor({ requested: 4, scenarios: 300, cores: 2, isLive: false })).to.equal(4);
  expect(workersFor({ requested: 1, scenarios: 300, cores: 8, isLive: false })).to.equal(1);
  expect(workersFor({ requested: 64, scenarios: 3, cores: 2, isLive: false })).to.equal(3);
});

test("a live stage has one and a half workers per core, because they wait for other programs", () => {
  expect(workersFor({ requested: undefined, scenarios: 300, cores: 2, isLive: true })).to.equal(3);
  expect(workersFor({ requested: undefined, scenarios: 300, cores: 1, isLive: true })).to.equal(2);
  expect(workersFor({ requested: undefined, scenarios: 3_000, cores: 8, isLive: true })).to.equal(8);
  expect(workersFor({ requested: undefined, scenarios: 11, cores: 8, isLive: true })).to.equal(1);
  expect(workersFor({ requested: 2, scenarios: 300, cores: 2, isLive: true })).to.equal(2);
});

test("the default is one worker per core, at most eight, and one for few scenarios", () => {
  expect(workersFor({ requested: undefined, scenarios: 300, cores: 2, isLive: false })).to.equal(2);
  expect(workersFor({ requested: undefined, scenarios: 3_000, cores: 64, isLive: false })).to.equal(8);
  expect(workersFor({ requested: undefined, scenarios: 11, cores: 8, isLive: false })).to.equal(1);
  expect(workersFor({ requested: undefined, scenarios: 1, cores: 1, isLive: false })).to.equal(1);
});
