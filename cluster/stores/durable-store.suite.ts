import { suite, test } from "node:test";
import { expect } from "chai";
import type { Store } from "#engine/ports/store.ts";
import type { OpenedStore } from "./opened-store.ts";
import type { StoreFailure } from "./store-failure.ts";

/** An empty store that can be opened several times, and its name in error messages. */
export type EmptyLocation = Readonly<{ open: () => Promise<OpenedStore>; name: string }>;

export function durableStoreSuite(name: string, place: () => Promise<EmptyLocation>): void {
  suite(`durable store: ${name}`, () => {
    test("saved data is present after reopening and can be changed", async () => {
      const { open } = await place();
      const entries = [
        ["", "empty"],
        ["a\u0000", "\u0000"],
        ["\u{1f600}", "ü"],
        ["k".repeat(5000), "x".repeat(1_048_576)],
      ] as const;
      {
        await using store = await open();
        await store.commit(entries.map(([key, value]) => ({ key, value })));
        await store.commit([{ key: "gone", value: "1" }]);
        await store.commit([{ key: "gone", value: null }]);
      }
      await using again = await open();
      for (const [key, value] of entries) expect(await again.read(key)).to.equal(value);
      expect(await again.range({ prefix: "gone" })).to.deep.equal([]);
      await again.commit([{ key: "", value: "changed" }]);
      expect(await again.read("")).to.equal("changed");
    });

    test("closing saves all pending commits, and a closed store refuses every call", async () => {
      const { open, name: displayName } = await place();
      const store = await open();
      const saving = Promise.all(["a", "b", "c"].map((key) => store.commit([{ key, value: "1" }])));
      await store[Symbol.asyncDispose]();
      await saving;
      for (const task of tasks(store))
        expect(await failure(task())).to.include({ code: "closed", message: `the store ${displayName} is closed` });
      await store[Symbol.asyncDispose]();
      await using again = await open();
      expect(await again.range({ prefix: "" })).to.have.length(3);
    });

    test("only one process can open it; after a close or a kill another can", async () => {
      const { open, name: displayName } = await place();
      const first = await open();
      await first.commit([{ key: "a", value: "1" }]);
      const refusal = await failure(open());
      expect(refusal).to.include({ code: "in use" });
      expect(refusal.message)
        .to.match(/ is in use by another process/)
        .and.include(displayName);
      await first.commit([{ key: "b", value: "1" }]);
      await first.kill();
      const second = await open();
      expect(await second.range({ prefix: "" })).to.have.length(2);
      await second[Symbol.asyncDispose]();
      await using third = await open();
      expect(await third.range({ prefix: "" })).to.have.length(2);
    });

    test("a killed store keeps all acknowledged commits and no partial ones, and answers no caller", async () => {
      const { open } = await place();
      const store = await open();
      await store.commit([
        { key: "a", value: "0" },
        { key: "b", value: "0" },
      ]);
      let answers = 0;
      for (let round = 1; round <= 200; round += 1) {
        const value = String(round);
        const countAnswer = () => {
          answers += 1;
        };
        store
          .commit([
            { key: "a", value },
            { key: "b", value },
          ])
          .then(countAnswer, countAnswer);
      }
      const killed = store.kill();
      const answersBefore = answers;
      await killed;
      await using again = await open();
      const [a, b] = await again.range({ prefix: "" });
      expect(a?.[1]).to.equal(b?.[1]);
      expect(Number(a?.[1])).to.be.at.least(answersBefore);
      expect(answers).to.equal(answersBefore);
      for (const task of tasks(store)) expect(await failure(task())).to.include({ code: "closed" });
      await store.kill();
    });
  });
}

function tasks(store: Store): readonly (() => Promise<unknown>)[] {
  return [() => store.read("a"), () => store.range({ prefix: "" }), () => store.commit([{ key: "a", value: "2" }])];
}

export async function failure(attempt: Promise<unknown>): Promise<StoreFailure> {
  return attempt.then(
    () => expect.fail("it succeeded"),
    (error: StoreFailure) => error,
  );
}
