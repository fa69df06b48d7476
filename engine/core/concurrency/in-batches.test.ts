import { suite, test } from "node:test";
import { expect } from "chai";
import { type BatchOptions, inBatches } from "./in-batches.ts";

function batching(options: Partial<BatchOptions<string, string>> = {}) {
  const batches: (readonly string[])[] = [];
  const results: PromiseWithResolvers<string>[] = [];
  const add = inBatches<string, string>({
    ...options,
    run(items) {
      batches.push(items);
      const result = Promise.withResolvers<string>();
      results.push(result);
      return result.promise;
    },
  });
  return { batches, results, add: (item: string) => add(item).catch((error: Error) => error.message) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

suite("in batches", () => {
  test("items of one microtask turn are in the same batch, and get its result", async () => {
    const { batches, results, add } = batching();
    const all = [add("a"), add("b")];
    expect(batches).to.deep.equal([]);
    await undefined;
    expect(batches).to.deep.equal([["a", "b"]]);
    results[0]?.resolve("done");
    expect(await Promise.all(all)).to.deep.equal(["done", "done"]);
  });

  test("items added until `begin` is called are in the same batch", async () => {
    const { batches, results, add } = batching({ maxRunning: 4, defer: setImmediate });
    const all = [add("a"), Promise.resolve().then(() => add("b"))];
    await turn();
    expect(batches).to.deep.equal([["a", "b"]]);
    all.push(add("c"));
    results[0]?.resolve("");
    await all[0];
    all.push(add("d"));
    expect(batches).to.have.length(1);
    await turn();
    expect(batches[1]).to.deep.equal(["c", "d"]);
    results[1]?.resolve("");
    await Promise.all(all);
  });

  test("items added during a batch are in the next one, which begins at its end", async () => {
    const { batches, results, add } = batching();
    const all = [add("a")];
    await turn();
    all.push(add("b"), add("c"));
    await turn();
    expect(batches).to.deep.equal([["a"]]);
    results[0]?.resolve("first");
    expect(await all[0]).to.equal("first");
    expect(batches).to.deep.equal([["a"], ["b", "c"]]);
    results[1]?.resolve("second");
    expect(await Promise.all(all)).to.deep.equal(["first", "second", "second"]);
  });

  test("the number of concurrent batches and the size of each are limited", async () => {
    const { batches, results, add } = batching({ maxRunning: 2, maxSize: 3, sizeOf: ({ length }) => length });
    const all = ["a", "bbb", "ccccc", "d", "e", "f", "g"].map(add);
    await turn();
    expect(batches).to.deep.equal([["a", "bbb"], ["ccccc"]]);
    results[1]?.resolve("");
    await all[2];
    expect(batches.slice(2)).to.deep.equal([["d", "e", "f"]]);
    for (const result of results) result.resolve("");
    await all[3];
    expect(batches.slice(3)).to.deep.equal([["g"]]);
    results[3]?.resolve("");
    await Promise.all(all);
  });

  test("a failure is that of its batch only, or of all waiting batches if it applies to them", async () => {
    const { batches, results, add } = batching({
      maxSize: 1,
      isForAll: (error) => error instanceof Error && error.message === "no server answers",
    });
    const refused = add("a");
    await turn();
    const others = ["b", "c", "d"].map(add);
    results[0]?.reject(new Error("no"));
    expect(await refused).to.equal("no");
    results[1]?.reject(new Error("no server answers"));
    expect(await Promise.all(others)).to.deep.equal(Array(3).fill("no server answers"));
    expect(batches).to.deep.equal([["a"], ["b"]]);
    const after = add("e");
    await turn();
    results[2]?.resolve("yes");
    expect(await after).to.equal("yes");
  });

  test("a failure without a promise rejects the items, too", async () => {
    const add = inBatches<string, void>({
      run() {
        throw new Error("broken");
      },
    });
    expect(await add("a").catch((error: Error) => error.message)).to.equal("broken");
  });
});
