import { test } from "node:test";
import { expect } from "chai";
import { timeText } from "./time.ts";

test("times read as JavaScript's own calendar reads them, over five centuries and leap days", () => {
  for (let day = -100_000; day < 100_000; day += 37) {
    const instant = day * 86_400_000 + 12_345_678 + (day % 7) * 1000;
    expect(timeText(instant)).to.equal(new Date(instant).toISOString().replace("Z", "000000Z"));
  }
  expect(timeText(Date.UTC(2024, 1, 29, 23, 59, 59, 999))).to.equal("2024-02-29T23:59:59.999000000Z");
});
