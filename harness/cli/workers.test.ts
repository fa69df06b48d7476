import { test } from "node:test";
import { expect } from "chai";
import { workersFor } from "./workers.ts";

test("workers are as many as were asked for, but no more than there are scenarios", () => {
  expect(workersFor({ asked: 4, scenarios: 300, cores: 2 })).to.equal(4);
  expect(workersFor({ asked: 1, scenarios: 300, cores: 8 })).to.equal(1);
  expect(workersFor({ asked: 64, scenarios: 3, cores: 2 })).to.equal(3);
});

test("unasked they are as many as cores, within bounds, and one where there is little to play", () => {
  expect(workersFor({ asked: undefined, scenarios: 300, cores: 2 })).to.equal(2);
  expect(workersFor({ asked: undefined, scenarios: 3_000, cores: 64 })).to.equal(8);
  expect(workersFor({ asked: undefined, scenarios: 11, cores: 8 })).to.equal(1);
  expect(workersFor({ asked: undefined, scenarios: 1, cores: 1 })).to.equal(1);
});
