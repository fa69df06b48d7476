import { test } from "node:test";
import { expect } from "chai";
import type { Benchmark, Figure } from "./benchmark.ts";
import { measure } from "./measure.ts";
import { spreadOf } from "./spread.ts";

const figure = (what: string): Figure => ({ what, unit: "ms", measured: spreadOf([1]) });

test("a figure is reported when it is measured, before its benchmark ends and the next begins", async () => {
  const messages: string[] = [];
  const one: Benchmark = {
    name: "one",
    minutes: 2,
    async run(print, known) {
      known(figure("early"));
      print("still running");
      return [figure("late")];
    },
  };
  const other: Benchmark = { name: "other", run: async () => [figure("last")] };
  const { figures, failed } = await measure([one, other], {
    known: ({ benchmark, what }) => messages.push(`${benchmark} ${what}`),
    print: (line) => messages.push(line),
  });
  expect(messages).to.deep.equal([
    "one: 1 of 2, about 2 min",
    "one early",
    "one: still running",
    "one late",
    "other: 2 of 2",
    "other last",
  ]);
  expect(figures.map(({ what }) => what)).to.deep.equal(["early", "late", "last"]);
  expect(failed).to.deep.equal([]);
});

test("a failing benchmark is named, keeps its figures, and does not prevent the next", async () => {
  const broken: Benchmark = {
    name: "broken",
    async run(_, known) {
      known(figure("early"));
      throw new Error("no space");
    },
  };
  const messages: string[] = [];
  const { figures, failed } = await measure([broken, { name: "other", run: async () => [figure("last")] }], {
    known: () => {},
    print: (line) => messages.push(line),
  });
  expect(figures.map(({ what }) => what)).to.deep.equal(["early", "last"]);
  expect([failed, messages[1]]).to.deep.equal([["broken"], "broken could not run: no space"]);
});
