import { suite, test } from "node:test";
import { expect } from "chai";
import type { Store } from "#engine/ports/store.ts";
import type { OpenedStore } from "./opened-store.ts";
import type { StoreFailure } from "./store-failure.ts";

/** A place where nothing is stored yet. */
export type EmptyPlace = Readonly<{ open: () => Promise<OpenedStore> /** How errors name it. */; name: string }>;

/** What every store must do that outlives its process. */
export function durableStoreSuite(name: string, place: () => Promise<EmptyPlace>): void {
  suite(`durable store: ${name}`, () => {
    test("what was saved is there when it is opened again, and takes changes as before", async () => {
      const { open } = await place();
      const kept = [
        ["", "empty"],
        ["a\u0000", "\u0000"],
        ["\u{1f600}", "ü"],
        ["k".repeat(5000), "x".repeat(1_048_576)],
      ] as const;
      {
        await using store = await open();
        await store.commit(kept.map(([key, value]) => ({ key, value })));
        await store.commit([{ key: "gone", value: "1" }]);
        await store.commit([{ key: "gone", value: null }]);
      }
      await using again = await open();
      for (const [key, value] of kept) expect(await again.read(key)).to.equal(value);
      expect(await again.range({ prefix: "gone" })).to.deep.equal([]);
      await again.commit([{ key: "", value: "changed" }]);
      expect(await again.read("")).to.equal("changed");
    });

    test("what was handed over before it is closed is saved, and after that it does nothing", async () => {
      const { open, name: called } = await place();
      const store = await open();
      const saving = Promise.all(["a", "b", "c"].map((key) => store.commit([{ key, value: "1" }])));
      await store[Symbol.asyncDispose]();
      await saving;
      for (const task of tasks(store))
        expect(await failure(task())).to.include({ code: "closed", message: `the store ${called} is closed` });
      await store[Symbol.asyncDispose]();
      await using again = await open();
      expect(await again.range({ prefix: "" })).to.have.length(3);
    });

    test("only one may have it open; when it is closed or killed, another may", async () => {
      const { open, name: called } = await place();
      const first = await open();
      await first.commit([{ key: "a", value: "1" }]);
      const refusal = await failure(open());
      expect(refusal).to.include({ code: "in use" });
      expect(refusal.message)
        .to.match(/ is in use by another process/)
        .and.include(called);
      await first.commit([{ key: "b", value: "1" }]);
      await first.kill();
      const second = await open();
      expect(await second.range({ prefix: "" })).to.have.length(2);
      await second[Symbol.asyncDispose]();
      await using third = await open();
      expect(await third.range({ prefix: "" })).to.have.length(2);
    });

    test("killed, it keeps what it acknowledged, leaves nothing half, and answers no caller any more", async () => {
      const { open } = await place();
      const store = await open();
      await store.commit([
        { key: "a", value: "0" },
        { key: "b", value: "0" },
      ]);
      let told = 0;
      for (let round = 1; round <= 200; round += 1) {
        const value = String(round);
        const tell = () => {
          told += 1;
        };
        store
          .commit([
            { key: "a", value },
            { key: "b", value },
          ])
          .then(tell, tell);
      }
      const killed = store.kill();
      const toldBefore = told;
      await killed;
      await using again = await open();
      const [a, b] = await again.range({ prefix: "" });
      expect(a?.[1]).to.equal(b?.[1]);
      expect(Number(a?.[1])).to.be.at.least(toldBefore);
      expect(told).to.equal(toldBefore);
      for (const task of tasks(store)) expect(await failure(task())).to.include({ code: "closed" });
      await store.kill();
    });
  });
}

function tasks(store: Store): readonly (() => Promise<unknown>)[] {
  return [() => store.read("a"), () => store.range({ prefix: "" }), () => store.commit([{ key: "a", value: "2" }])];
}

/** Why `attempt` did not succeed. */
export async function failure(attempt: Promise<unknown>): Promise<StoreFailure> {
  return attempt.then(
    () => expect.fail("it succeeded"),
    (error: StoreFailure) => error,
  );
}
