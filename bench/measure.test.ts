import { test } from "node:test";
import { expect } from "chai";
import type { Benchmark, Figure } from "./benchmark.ts";
import { measure } from "./measure.ts";
import { spreadOf } from "./spread.ts";

const figure = (what: string): Figure => ({ what, unit: "ms", measured: spreadOf([1]) });

test("a figure is told when it is known: before its benchmark has ended, and before the next begins", async () => {
  const said: string[] = [];
  const one: Benchmark = {
    name: "one",
    minutes: 2,
    async run(tell, known) {
      known(figure("early"));
      tell("still at it");
      return [figure("late")];
    },
  };
  const other: Benchmark = { name: "other", run: async () => [figure("last")] };
  const { figures, failed } = await measure([one, other], {
    known: ({ benchmark, what }) => said.push(`${benchmark} ${what}`),
    tell: (line) => said.push(line),
  });
  expect(said).to.deep.equal([
    "one: 1 of 2, about 2 min",
    "one early",
    "one: still at it",
    "one late",
    "other: 2 of 2",
    "other last",
  ]);
  expect(figures.map(({ what }) => what)).to.deep.equal(["early", "late", "last"]);
  expect(failed).to.deep.equal([]);
});

test("one that cannot run is named, keeps what it made known, and does not keep the next from running", async () => {
  const broken: Benchmark = {
    name: "broken",
    async run(_, known) {
      known(figure("early"));
      throw new Error("no room");
    },
  };
  const said: string[] = [];
  const { figures, failed } = await measure([broken, { name: "other", run: async () => [figure("last")] }], {
    known: () => {},
    tell: (line) => said.push(line),
  });
  expect(figures.map(({ what }) => what)).to.deep.equal(["early", "last"]);
  expect([failed, said[1]]).to.deep.equal([["broken"], "broken could not run: no room"]);
});
