import { test } from "node:test";
import { expect } from "chai";
import { random, randomByMoment } from "./random.ts";

const draw = (seed: number, purpose: string) => Buffer.from(random(seed, purpose).bytes(32)).toString("hex");

test("the same seed and purpose draw the same values; another seed or purpose draws others", () => {
  expect(draw(7, "network")).to.equal(draw(7, "network"));
  expect(draw(7, "network")).not.to.equal(draw(8, "network"));
  expect(draw(7, "network")).not.to.equal(draw(7, "disk"));
});

test("fractions are distributed evenly", () => {
  const source = random(1, "test");
  const tenths = Array<number>(10).fill(0);
  for (let i = 0; i < 10_000; i++) {
    const tenth = Math.floor(source.fraction() * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(count).to.be.within(850, 1150);
});

test("values of a moment do not depend on earlier draws, and different moments draw different values", () => {
  let now = 0;
  const source = randomByMoment(7, "network", () => now);
  const drawAt = (moment: number) => {
    now = moment;
    return Buffer.from(source.bytes(16)).toString("hex");
  };
  const alone = drawAt(2_000);
  expect(drawAt(2_000), "two draws at one moment").not.to.equal(alone);
  const drawn = Array.from({ length: 1_000 }, (_, moment) => drawAt(moment));
  expect(new Set(drawn).size).to.equal(drawn.length);
  expect(drawAt(2_000)).to.equal(alone);
  drawAt(0);
  expect(drawAt(1_999.9999), "within the resolution of moments").to.equal(alone);
  expect(drawn).not.to.include(alone);
});

test("fractions of moments are distributed evenly", () => {
  let now = 0;
  const source = randomByMoment(1, "test", () => now);
  const tenths = Array<number>(10).fill(0);
  for (now = 0; now < 10_000; now++) {
    const tenth = Math.floor(source.fraction() * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(count).to.be.within(850, 1150);
});
