import { describe, test } from "node:test";
import { expect } from "chai";
import type { Profile } from "./profile.ts";
import { profiles } from "./profiles.ts";
import { type Judged, type Repeated, runSeeds, SeedThread } from "./run-seeds.ts";

describe("a repeated seed", () => {
  test("reports a difference if and only if the history has another digest", async () => {
    await using thread = new SeedThread(profiles.returns);
    const task = { seed: 3, do: "repeat" } as const;
    const { digest = "" } = await thread.ask<Judged>({ seed: 3, do: "judge", isDigested: true });
    expect(digest).to.match(/^[0-9a-f]{64}$/);
    expect(await thread.ask<Repeated>({ ...task, digest })).to.deep.equal({ seed: 3, difference: undefined });
    const { difference } = await thread.ask<Repeated>({ ...task, digest: "of another history" });
    expect(difference).to.have.property("one", "a history of the digest of another history");
  });

  test("has no digest unless requested", async () => {
    await using thread = new SeedThread(profiles.returns);
    expect(await thread.ask<Judged>({ seed: 3, do: "judge", isDigested: false })).not.to.have.property("digest");
  });
});

describe("a seed whose world blocks or exhausts its thread", () => {
  for (const [limits, trouble] of [
    [{ minutes: 1 / 60_000 }, /^the seed did not end within \S+ minutes, and its thread was ended$/],
    [{ megabytes: 8 }, /^the thread died while it played the seed: .*memory limit/],
  ] as const) {
    test(`is reported with its number, and so are the next seeds: ${JSON.stringify(limits)}`, async () => {
      const lines: string[] = [];
      const signal = new AbortController().signal;
      await runSeeds({
        ...{ seeds: { first: 5, last: 7 }, profile: "calm", workers: 2, signal, interrupted: signal, limits },
        onResult: (result) => void lines.push(`${result.seed}: ${"trouble" in result ? result.trouble : "played"}`),
        onDifference: () => expect.fail("no seed is played twice"),
        onTrouble: () => expect.fail("no seed is played twice"),
      });
      expect(lines.map((line) => line[0]).toSorted()).to.deep.equal(["5", "6", "7"]);
      for (const line of lines) expect(line.slice(3)).to.match(trouble);
    });
  }

  test("is followed by a new thread", async () => {
    // No world can be drawn from an empty profile: "judge" reports the error, "repeat" ends the thread.
    await using thread = new SeedThread({} as Profile);
    const lost = thread.ask<Repeated>({ seed: 3, do: "repeat", digest: "" });
    expect(await lost.catch((error: Error) => error.message)).to.match(/^the thread died while it played the seed: /);
    const judged = await thread.ask<Judged>({ seed: 3, do: "judge", isDigested: false });
    expect(judged).to.have.property("trouble");
  });
});
