import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { expand } from "./expand.ts";
import { failpoints } from "./expand-faults.ts";
import { profiles } from "./profiles.ts";
import { schedule } from "./schedule.ts";

const seeds = Array.from({ length: 60 }, (_, seed) => seed);

describe("the schedule of a seed", () => {
  test("is equal for equal seed and profile, and differs otherwise", () => {
    expect(expand(3, profiles.usual)).to.deep.equal(expand(3, profiles.usual));
    expect(expand(3, profiles.usual)).not.to.deep.equal(expand(4, profiles.usual));
    expect(expand(3, profiles.usual)).not.to.deep.equal(expand(3, profiles.failovers));
  });

  for (const [name, profile] of Object.entries(profiles)) {
    test(`survives JSON serialization and is sorted by time: ${name}`, () => {
      for (const seed of seeds) {
        const world = expand(seed, profile);
        expect(schedule.parse(JSON.parse(JSON.stringify(world)))).to.deep.equal(world);
        const times = world.actions.map(({ at }) => at);
        expect(times).to.deep.equal(times.toSorted((one, other) => one - other));
      }
    });
  }

  test("has no actions of a missing service", () => {
    for (const seed of seeds) {
      const { services, actions } = expand(seed, { ...profiles.usual, database: 0, cloud: 0 });
      expect(services).to.deep.equal({ database: false, cloud: false });
      expect(
        actions.filter((one) => /credentials|rotate|commits|cloud|instance|database|transactions/.test(one.do)),
      ).to.deep.equal([]);
    }
  });

  test("contains every action of a profile's mix over some seeds", () => {
    // A disk is lost only in a world without a database, where no lease is lost with it.
    const worlds = [0, 1].map((database) => ({ ...profiles.usual, database, cloud: 1 }));
    const actions = worlds.flatMap((profile) => seeds.flatMap((seed) => expand(seed, profile).actions));
    const done = new Set(actions.map((one) => one.do));
    const { work, operations, faults } = profiles.usual.mix;
    for (const kind of [work, operations, faults].flatMap(Object.keys)) expect([...done]).to.include(kind);
  });

  test("contains every action and fault in at least three profiles", () => {
    const profilesOf = new Map<string, Set<string>>();
    for (const [name, profile] of Object.entries(profiles)) {
      for (const seed of seeds) {
        for (const one of expand(seed, { ...profile, cloud: profile.cloud > 0 ? 1 : 0 }).actions)
          profilesOf.set(one.do, (profilesOf.get(one.do) ?? new Set()).add(name));
      }
    }
    const rare = [...profilesOf].filter(([, names]) => names.size < 3).map(([kind]) => kind);
    expect(rare).to.deep.equal([]);
  });

  test("uses only failpoints that the engine has", () => {
    const engine = fileURLToPath(new URL("../../engine/", import.meta.url));
    const source = globSync("**/*.ts", { cwd: engine, exclude: ["**/*.test.ts", "**/*.suite.ts"] })
      .map((file) => readFileSync(engine + file, "utf8"))
      .join("\n");
    for (const name of failpoints) expect(source, name).to.contain(`"${name}"`);
  });
});
