import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import type { LateChange, Store } from "../ports/store.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { Keyring } from "./keyring.ts";
import { SealedStore } from "./sealed-store.ts";

/** Enough of both that every order of a read, two commits and their ends comes up. */
const [seeds, moves] = [40, 150];

/**
 * A store that does the next thing it was asked for when it is told to: commits in their order, answers in any. With `late` it takes
 * late values.
 */
function stepped(chance: (below: number) => number, { late }: { late: boolean }) {
  const inner = memoryStore();
  const commits: (() => Promise<void>)[] = [];
  const answers: (() => void)[] = [];
  let applied = 0;
  const answered = async <T>(reading: Promise<T>): Promise<T> => {
    const value = await reading;
    await new Promise<void>((resolve) => answers.push(resolve));
    return value;
  };
  const commit = (batch: readonly LateChange[]) =>
    new Promise<void>((resolve) => {
      commits.push(async () => {
        await inner.late.commit(batch);
        applied += 1;
        answers.push(resolve);
      });
    });
  const store: Store = {
    read: (key) => answered(inner.read(key)),
    range: (range) => inner.range(range),
    commit,
    ...(late ? { late: { ...inner.late, read: (key) => answered(inner.late.read(key)), commit } } : {}),
  };
  return {
    store,
    /** How many commits hold. */
    applied: () => applied,
    async step(): Promise<boolean> {
      const which = chance(commits.length === 0 ? 1 : 2);
      if (which === 1 || (commits.length > 0 && answers.length === 0)) await commits.shift()?.();
      else answers.splice(chance(answers.length), 1)[0]?.();
      return commits.length + answers.length > 0;
    },
  };
}

const moment = () => new Promise((resolve) => setImmediate(resolve));

for (const late of [false, true]) {
  test(`a read yields what held at some time between question and answer, in whatever order the store answers${late ? ", with late values" : ""}`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      let state = seed;
      const chance = (below: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * below);
      };
      let draws = 0;
      const keyring = Keyring.fresh({
        cryptography: cryptographyForTests,
        entropy: { bytes: (count) => new Uint8Array(count).fill(draws++) },
        clock: { now: () => 0, at: () => () => {} },
      });
      const below = stepped(chance, { late });
      const store = new SealedStore({ store: below.store, keyring, log: { info() {}, warn() {}, error() {} } });
      let [written, acknowledged] = [0, 0];
      const asked: Promise<void>[] = [];
      const write = async () => {
        const value = ++written;
        await store.commit([{ key: "a", value: String(value) }]);
        acknowledged = Math.max(acknowledged, value);
      };
      const read = async () => {
        const least = acknowledged;
        const value = Number((await store.read("a")) ?? 0);
        expect(value, `seed ${seed}: known before`).to.be.at.least(least);
        expect(value, `seed ${seed}: durable by then`).to.be.at.most(below.applied());
      };
      for (let move = 0; move < moves; move++) {
        const kind = chance(5);
        if (kind === 0) asked.push(write());
        else if (kind <= 2) asked.push(read());
        else await below.step();
        if (chance(2) === 0) await moment();
      }
      while (await below.step()) await moment();
      for (let rest = 0; rest < 3; rest++) {
        await moment();
        while (await below.step()) await moment();
      }
      await Promise.all(asked);
      const last = store.read("a");
      await moment();
      await below.step();
      expect(await last, `seed ${seed}`).to.equal(written === 0 ? undefined : String(written));
    }
  });
}
