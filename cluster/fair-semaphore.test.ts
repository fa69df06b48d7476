import { suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { Problem } from "#engine/api/problem.ts";
import { fairSemaphore } from "./fair-semaphore.ts";

function fixture(bounds: { places: number; maxWaiting: number }) {
  const { run } = fairSemaphore(bounds);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  return {
    started,
    refused,
    ask(client: string, name: string) {
      run(client, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }).catch((problem: unknown) => {
        expect(problem).to.be.instanceOf(Problem).with.property("code", "unavailable");
        refused.push(name);
      });
    },
    async end(name: string) {
      ends.get(name)?.();
      await setImmediate();
    },
  };
}

suite("a fair semaphore", () => {
  test("runs at most as many tasks as it has places, and starts the next when one ends", async () => {
    const { ask, end, started } = fixture({ places: 2, maxWaiting: 9 });
    for (const name of ["1", "2", "3", "4"]) ask("a", name);
    await setImmediate();
    expect(started).to.deep.equal(["1", "2"]);
    await end("2");
    expect(started).to.deep.equal(["1", "2", "3"]);
  });

  test("serves clients round-robin", async () => {
    const { ask, end, started } = fixture({ places: 1, maxWaiting: 9 });
    for (const name of ["a1", "a2", "a3", "a4", "b1", "c1", "b2"]) ask(name.charAt(0), name);
    for (let at = 0; at < 7; at++) {
      await setImmediate();
      await end(started[at] ?? "");
    }
    expect(started).to.deep.equal(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  test("refuses tasks of the client with the longest queue when too many wait", async () => {
    const { ask, end, refused, started } = fixture({ places: 1, maxWaiting: 3 });
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) ask("a", name);
    await setImmediate();
    expect(refused).to.deep.equal(["a5"]);
    ask("b", "b1");
    await setImmediate();
    expect(refused).to.deep.equal(["a5", "a4"]);
    ask("c", "c1");
    await setImmediate();
    expect(refused).to.deep.equal(["a5", "a4", "a3"]);
    // No client has a longer queue than d would have.
    ask("d", "d1");
    await setImmediate();
    expect(refused).to.deep.equal(["a5", "a4", "a3", "d1"]);
    for (let at = 0; at < 4; at++) await end(started[at] ?? "");
    expect(started).to.deep.equal(["a1", "a2", "b1", "c1"]);
  });

  test("frees the place of a failed task", async () => {
    const { run } = fairSemaphore({ places: 1, maxWaiting: 1 });
    const failure = new Error("failed");
    const outcomes = await Promise.allSettled([run("a", () => Promise.reject(failure)), run("a", async () => "done")]);
    expect(outcomes).to.deep.equal([
      { status: "rejected", reason: failure },
      { status: "fulfilled", value: "done" },
    ]);
  });
});
