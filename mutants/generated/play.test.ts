import { test } from "node:test";
import { expect } from "chai";
import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import { instrument } from "./instrument.ts";
import { type JudgedMutant, MutantPlayers, playOrder } from "./play.ts";

test("a mutant is caught if a scenario notices it, and survives or is not covered otherwise", async () => {
  const { mutants, sources } = await instrument(["engine/core/wrapping/wrapping.ts"]);
  const unwraps = mutants.findLast(
    ({ mutator, original }) => mutator === "BlockStatement" && original.includes("#take(token, namespace)).answer"),
  );
  // No client reads the header of a wrapping token.
  const header = mutants.find(({ original }) => original.startsWith("{ alg:"));
  const neverExecuted = { ...mutants[0], id: "of another file" };
  expect([unwraps, header]).not.to.include(undefined);
  await using folder = await reapedFolder();
  await using players = await MutantPlayers.open({ sources }, { folder: folder.path, workers: 1, seed: 1 });
  const covered = await players.cover(["features/core/wrapping.feature"]);
  const judged: JudgedMutant[] = [];
  const known = (one: JudgedMutant) => void judged.push(one);
  await players.judge([unwraps, header, neverExecuted] as JudgedMutant[], covered, { most: 1000, known });
  expect(judged.map(({ outcome }) => outcome)).to.deep.equal(["caught", "survived", "not covered"]);
  expect(judged[0]?.caughtBy?.place).to.match(/^features\/core\/wrapping\.feature:\d+$/);
  expect(judged[0]?.caughtBy?.ids).to.have.length.of.at.least(1);
});

test("scenarios that noticed mutants of the same file are played first, then the fastest", () => {
  const milliseconds = { slow: 30, quick: 10, sharp: 40, sharper: 50 };
  const noticed = new Map([
    ["sharp", 1],
    ["sharper", 2],
  ]);
  expect(playOrder(["slow", "sharp", "unknown", "quick", "sharper"], { noticed, milliseconds })).to.deep.equal([
    ...["sharper", "sharp", "quick", "slow", "unknown"],
  ]);
});
