import { describe, test } from "node:test";
import { expect } from "chai";
import type { Profile } from "./profile.ts";
import { profiles } from "./profiles.ts";
import { type Judged, type Repeated, runSeeds, SeedThread } from "./run-seeds.ts";

describe("a seed that is played again", () => {
  test("is told when its history has another digest than before, and only then", async () => {
    await using thread = new SeedThread(profiles.returns);
    const task = { seed: 3, do: "repeat" } as const;
    const { digest = "" } = await thread.ask<Judged>({ seed: 3, do: "judge", isDigested: true });
    expect(digest).to.match(/^[0-9a-f]{64}$/);
    expect(await thread.ask<Repeated>({ ...task, digest })).to.deep.equal({ seed: 3, difference: undefined });
    const { difference } = await thread.ask<Repeated>({ ...task, digest: "of another history" });
    expect(difference).to.have.property("one", "a history of the digest of another history");
  });

  test("is not digested where it is not to be", async () => {
    await using thread = new SeedThread(profiles.returns);
    expect(await thread.ask<Judged>({ seed: 3, do: "judge", isDigested: false })).not.to.have.property("digest");
  });
});

describe("a seed whose world does not let its thread go on", () => {
  for (const [limits, trouble] of [
    [{ minutes: 1 / 60_000 }, /^it was not at its end after \S+ minutes, and its thread was ended$/],
    [{ megabytes: 8 }, /^the thread that played it died: .*memory limit/],
  ] as const) {
    test(`is told with its number, and so is the next one: ${JSON.stringify(limits)}`, async () => {
      const told: string[] = [];
      const signal = new AbortController().signal;
      await runSeeds({
        ...{ seeds: { first: 5, last: 7 }, profile: "calm", workers: 2, signal, interrupted: signal, limits },
        onResult: (result) => void told.push(`${result.seed}: ${"trouble" in result ? result.trouble : "played"}`),
        onDifference: () => expect.fail("nothing was played twice"),
        onTrouble: () => expect.fail("nothing was played twice"),
      });
      expect(told.map((line) => line[0]).toSorted()).to.deep.equal(["5", "6", "7"]);
      for (const line of told) expect(line.slice(3)).to.match(trouble);
    });
  }

  test("has another thread play the next one", async () => {
    // No world can be drawn from it: to judge one says so, to repeat one ends the thread.
    await using thread = new SeedThread({} as Profile);
    const lost = thread.ask<Repeated>({ seed: 3, do: "repeat", digest: "" });
    expect(await lost.catch((error: Error) => error.message)).to.match(/^the thread that played it died: /);
    const judged = await thread.ask<Judged>({ seed: 3, do: "judge", isDigested: false });
    expect(judged).to.have.property("trouble");
  });
});
