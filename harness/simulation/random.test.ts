import { test } from "node:test";
import { expect } from "chai";
import { random } from "./random.ts";

const draw = (seed: number, purpose: string) => Buffer.from(random(seed, purpose).bytes(32)).toString("hex");

test("the same seed and purpose draw the same, another seed or purpose something else", () => {
  expect(draw(7, "network")).to.equal(draw(7, "network"));
  expect(draw(7, "network")).not.to.equal(draw(8, "network"));
  expect(draw(7, "network")).not.to.equal(draw(7, "disk"));
});

test("fractions fill the range evenly", () => {
  const chance = random(1, "test");
  const tenths = Array<number>(10).fill(0);
  for (let i = 0; i < 10_000; i++) {
    const tenth = Math.floor(chance.fraction() * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(count).to.be.within(850, 1150);
});
