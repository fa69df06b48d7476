import { suite, test } from "node:test";
import { expect } from "chai";
import { withLateValues } from "#engine/ports/late-values.suite.ts";
import { storeSuite } from "#engine/ports/store.suite.ts";
import type { Store } from "#engine/ports/store.ts";
import { Disk } from "./disk.ts";
import { random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";

function aDisk(seed = 1) {
  const scheduler = new Scheduler();
  const disk = new Disk({ scheduler, random: random(seed, "disk") });
  return { scheduler, disk, store: disk.store() };
}

storeSuite("simulated disk", async () => {
  const { scheduler, store } = aDisk();
  return { ...store, commit: (batch) => scheduler.until(store.commit(batch)) };
});

storeSuite("simulated disk, with late values", async () => {
  const { scheduler, store } = aDisk();
  const late = withLateValues(store);
  return { ...late, commit: (batch) => scheduler.until(late.commit(batch)) };
});

async function powerFailure({ seed, sure, lines }: Readonly<{ seed: number; sure: number; lines: number }>) {
  const { scheduler, disk, store } = aDisk(seed);
  let acknowledged = 0;
  const write = async (line: number) => {
    await store.commit([
      { key: `line ${line}`, value: "1" },
      { key: `line ${line}, its other half`, value: "1" },
    ]);
    acknowledged += 1;
  };
  for (let line = 0; line < sure; line++) await scheduler.until(write(line));
  for (let line = sure; line < lines; line++) void write(line);
  await disk.loseThePending();
  const held = await linesOf(store);
  await scheduler.pass(1000);
  expect(await linesOf(store), "lost lines do not come back").to.deep.equal(held);
  expect(acknowledged, "pending lines are never acknowledged").to.equal(sure);
  return { scheduler, store, held };
}

async function linesOf(store: Store): Promise<readonly string[]> {
  return (await store.range({ prefix: "line" })).map(([key]) => key);
}

function firstLines(count: number): readonly string[] {
  return Array.from({ length: count }, (_, line) => [`line ${line}`, `line ${line}, its other half`]).flat();
}

suite("a disk after a power failure", () => {
  test("keeps acknowledged batches, and a prefix of the pending ones, each complete", async () => {
    const counts = new Set<number>();
    for (let seed = 0; seed < 60; seed++) {
      const { held } = await powerFailure({ seed, sure: 3, lines: 8 });
      counts.add(held.length / 2);
      expect(held, `seed ${seed}`).to.deep.equal(firstLines(held.length / 2));
    }
    expect([...counts].toSorted(), "none, some or all of the pending lines").to.deep.equal([3, 4, 5, 6, 7, 8]);
  });

  test("loses the same batches with the same seed", async () => {
    const failure = { seed: 7, sure: 1, lines: 9 };
    expect((await powerFailure(failure)).held).to.deep.equal((await powerFailure(failure)).held);
  });

  test("stores later writes within the usual latency", async () => {
    const { scheduler, store } = await powerFailure({ seed: 2, sure: 0, lines: 5 });
    const before = scheduler.elapsed();
    await scheduler.until(store.commit([{ key: "line 0", value: "2" }]));
    expect(scheduler.elapsed() - before).to.be.within(0.01, 0.5);
    await scheduler.pass(1000);
    expect(await store.read("line 0")).to.equal("2");
  });

  test("does not delay later writes because of lost ones", async () => {
    const { scheduler, disk, store } = aDisk();
    for (let write = 0; write < 1000; write++) void store.commit([{ key: "k", value: "1" }]);
    await disk.loseThePending();
    const before = scheduler.elapsed();
    await scheduler.until(store.commit([{ key: "k", value: "2" }]));
    expect(scheduler.elapsed() - before).to.be.below(1);
  });

  test("does not show a write before it is durable", async () => {
    const { scheduler, store } = aDisk();
    const written = store.commit([{ key: "k", value: "1" }]);
    expect(await store.read("k")).to.equal(undefined);
    await scheduler.until(written);
    expect(await store.read("k")).to.equal("1");
  });
});
