import { suite, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { withLateValues } from "#engine/ports/late-values.suite.ts";
import { storeSuite } from "#engine/ports/store.suite.ts";
import { inMemory } from "./in-memory.ts";

storeSuite("in memory", async () => inMemory());
storeSuite("in memory, with late values", async () => withLateValues(inMemory()));

function writing() {
  const { late } = inMemory();
  const made = new Set<string>();
  const lateValue = (key: string) => ({
    make: () => {
      made.add(key);
      return key;
    },
  });
  return { made, write: (...keys: string[]) => late.commit(keys.map((key) => ({ key, value: lateValue(key) }))) };
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `key ${i}`);
}

suite("late values in memory", () => {
  test("are all created after a pause in writes, some at a time", async () => {
    const { made, write } = writing();
    await write(...names(100));
    expect(made.size).to.equal(0);
    const sizes = new Set<number>();
    for (; made.size < 100; await turn()) sizes.add(made.size);
    expect([...sizes].filter((size) => size > 0 && size < 100)).to.have.lengthOf.at.least(1);
    await write("another");
    while (!made.has("another")) await turn();
  });

  test("are not created while writes continue", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { made, write } = writing();
    for (let milliseconds = 0; milliseconds < 1000; milliseconds += 50) {
      await write("again and again");
      context.mock.timers.tick(50);
    }
    expect(made.size).to.equal(0);
    context.mock.timers.tick(100);
    expect(made.size).to.equal(1);
  });
});
