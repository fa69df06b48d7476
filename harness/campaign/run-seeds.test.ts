import { describe, test } from "node:test";
import { expect } from "chai";
import { profiles } from "./profiles.ts";
import { type Judged, type Repeated, SeedThread } from "./run-seeds.ts";

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
