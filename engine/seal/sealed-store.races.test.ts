import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import type { LateChange, Store } from "../ports/store.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { Keyring } from "./keyring.ts";
import { SealedStore } from "./sealed-store.ts";

const [seeds, moves] = [40, 150];

function stepped(random: (below: number) => number, { late }: { late: boolean }) {
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
    applied: () => applied,
    async step(): Promise<boolean> {
      const which = random(commits.length === 0 ? 1 : 2);
      if (which === 1 || (commits.length > 0 && answers.length === 0)) await commits.shift()?.();
      else answers.splice(random(answers.length), 1)[0]?.();
      return commits.length + answers.length > 0;
    },
  };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

for (const late of [false, true]) {
  test(`a read returns a value that was current between request and response, in any order of responses${late ? ", with late values" : ""}`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      let state = seed;
      const random = (below: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * below);
      };
      let draws = 0;
      const keyring = Keyring.fresh({
        cryptography: cryptographyForTests,
        entropy: { bytes: (count) => new Uint8Array(count).fill(draws++) },
        clock: { now: () => 0, at: () => () => {} },
      });
      const below = stepped(random, { late });
      const store = new SealedStore({ store: below.store, keyring, log: { info() {}, warn() {}, error() {} } });
      let [written, acknowledged] = [0, 0];
      const operations: Promise<void>[] = [];
      const write = async () => {
        const value = ++written;
        await store.commit([{ key: "a", value: String(value) }]);
        acknowledged = Math.max(acknowledged, value);
      };
      const read = async () => {
        const least = acknowledged;
        const value = Number((await store.read("a")) ?? 0);
        expect(value, `seed ${seed}: acknowledged before the read`).to.be.at.least(least);
        expect(value, `seed ${seed}: applied by then`).to.be.at.most(below.applied());
      };
      for (let move = 0; move < moves; move++) {
        const kind = random(5);
        if (kind === 0) operations.push(write());
        else if (kind <= 2) operations.push(read());
        else await below.step();
        if (random(2) === 0) await nextTurn();
      }
      while (await below.step()) await nextTurn();
      for (let rest = 0; rest < 3; rest++) {
        await nextTurn();
        while (await below.step()) await nextTurn();
      }
      await Promise.all(operations);
      const last = store.read("a");
      await nextTurn();
      await below.step();
      expect(await last, `seed ${seed}`).to.equal(written === 0 ? undefined : String(written));
    }
  });
}
