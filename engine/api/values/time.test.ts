import { test } from "node:test";
import { expect } from "chai";
import { parseTime, timeText } from "./time.ts";

test("times are formatted as by JavaScript's Date, over five centuries and on leap days", () => {
  for (let day = -100_000; day < 100_000; day += 37) {
    const instant = day * 86_400_000 + 12_345_678 + (day % 7) * 1000;
    expect(timeText(instant)).to.equal(new Date(instant).toISOString().replace("Z", "000000Z"));
  }
  expect(timeText(Date.UTC(2024, 1, 29, 23, 59, 59, 999))).to.equal("2024-02-29T23:59:59.999000000Z");
});

test("RFC 3339 is parsed as by JavaScript's Date, over five centuries", () => {
  for (let day = -100_000; day < 100_000; day += 37) {
    const instant = day * 86_400_000 + 12_345_678 + (day % 7) * 1000;
    expect(parseTime(new Date(instant).toISOString())).to.equal(instant);
    expect(parseTime(timeText(instant))).to.equal(instant);
  }
  expect(parseTime("2026-01-01T00:00:00Z")).to.equal(Date.UTC(2026, 0, 1));
  expect(parseTime("2026-01-01T01:30:00+01:30")).to.equal(Date.UTC(2026, 0, 1));
  expect(parseTime("2025-12-31T22:30:00-01:30")).to.equal(Date.UTC(2026, 0, 1));
});

test("a text that is not an RFC 3339 time yields undefined", () => {
  const odd = ["", "yesterday", "2026-01-01", "2026-02-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z"];
  for (const text of odd) expect(parseTime(text), text).to.equal(undefined);
});
