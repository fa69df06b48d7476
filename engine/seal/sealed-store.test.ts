import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "../api/problem.ts";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import { storeSuite } from "../ports/store.suite.ts";
import type { Store } from "../ports/store.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { Keyring } from "./keyring.ts";
import { keyringRecord, rootKeyRecord } from "./records.ts";
import { SealedStore } from "./sealed-store.ts";

let draws = 0;
const ports = {
  cryptography: cryptographyForTests,
  entropy: {
    bytes: (count: number) => cryptographyForTests.digest("sha2-512", Uint8Array.of(draws++)).slice(0, count),
  },
  clock: { now: () => 0, at: () => () => {} },
};
const log = { info() {}, warn() {}, error() {} };

function sealedOver(store: Store, keyring = Keyring.fresh(ports)): SealedStore {
  return new SealedStore({ store, keyring, log });
}

/** A store that answers when it is told to. */
function slow(store: Store): Store & { release: () => void; waiting: () => number } {
  let waiting: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => waiting.push(resolve));
  return {
    async read(key) {
      const value = await store.read(key);
      await wait();
      return value;
    },
    range: (range) => store.range(range),
    async commit(batch) {
      await wait();
      await store.commit(batch);
    },
    waiting: () => waiting.length,
    release() {
      const all = waiting;
      waiting = [];
      for (const resolve of all) resolve();
    },
  };
}

const moment = () => new Promise((resolve) => setImmediate(resolve));

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error("there was no problem");
}

storeSuite("sealed", async () => sealedOver(memoryStore()));

suite("a sealed store", () => {
  test("holds no value in the clear, not even a part of it", async () => {
    const below = memoryStore();
    const store = sealedOver(below);
    await store.commit([{ key: "shared/a", value: JSON.stringify({ password: "correct horse battery staple" }) }]);
    const raw = JSON.stringify(await below.range({ prefix: "" }));
    for (const part of ["password", "correct", "horse", "battery", "staple"]) expect(raw).not.to.contain(part);
    expect(await sealedReadAfresh(store, "shared/a")).to.contain("staple");
  });

  test("does not give out what was altered, cut short, moved to another key or written there in the clear", async () => {
    const below = memoryStore();
    const keyring = Keyring.fresh(ports);
    await sealedOver(below, keyring).commit([
      { key: "a", value: "blue" },
      { key: "b", value: "red" },
    ]);
    const good = (await below.read("a")) as string;
    const flipped = good.slice(0, -1) + String.fromCharCode(good.charCodeAt(good.length - 1) ^ 1);
    for (const bad of [flipped, good.slice(0, 20), (await below.read("b")) as string, "blue", '{"a":1}']) {
      await below.commit([{ key: "a", value: bad }]);
      const store = sealedOver(below, keyring);
      for (const asked of [store.read("a"), store.range({ prefix: "a" })]) {
        const problem = await problemOf(asked);
        expect(problem.status).to.equal(500);
        expect(problem.message).not.to.contain("blue");
      }
    }
    await below.commit([{ key: "a", value: good }]);
    expect(await sealedOver(below, keyring).read("a")).to.equal("blue");
  });

  test("neither shows nor touches what the seal keeps", async () => {
    const below = memoryStore();
    await below.commit([
      { key: keyringRecord, value: "1" },
      { key: rootKeyRecord, value: "2" },
    ]);
    const store = sealedOver(below);
    const keys = ["local/a", "seal/other", "shared/a", "shared/b"];
    await store.commit(keys.map((key) => ({ key, value: key })));
    expect(await store.range({ prefix: "" })).to.deep.equal(keys.map((key) => [key, key]));
    expect((await store.range({ prefix: "", limit: 3 })).map(([key]) => key)).to.deep.equal(keys.slice(0, 3));
    expect((await store.range({ prefix: "se", limit: 1 })).map(([key]) => key)).to.deep.equal(["seal/other"]);
    expect(await refused(store.read(keyringRecord))).to.equal(true);
    expect(await refused(store.commit([{ key: rootKeyRecord, value: null }]))).to.equal(true);
    expect(await below.read(rootKeyRecord)).to.equal("2");
  });

  test("decrypts nothing when only keys are asked for", async () => {
    const below = memoryStore();
    await below.commit([{ key: "a", value: "no value of ours" }]);
    expect((await sealedOver(below).range({ prefix: "", keysOnly: true })).map(([key]) => key)).to.deep.equal(["a"]);
  });

  test("reads what it has read before without the store below", async () => {
    const below = memoryStore();
    const store = sealedOver(below);
    await store.commit([{ key: "a", value: "1" }]);
    await store.read("a");
    await below.commit([{ key: "a", value: null }]);
    expect(await store.read("a")).to.equal("1");
  });

  test("shows a new value as soon as its commit holds, and not before, however reads and commits overlap", async () => {
    const below = slow(memoryStore());
    const store = sealedOver(below);
    const first = store.commit([{ key: "a", value: "1" }]);
    below.release();
    await first;
    // A read is under way when a commit begins, another begins while it is under way
    const early = store.read("a");
    await moment();
    const second = store.commit([{ key: "a", value: "2" }]);
    const during = store.read("a");
    await moment();
    below.release();
    expect(await early).to.equal("1");
    await Promise.all([second, during]);
    const after = store.read("a");
    await moment();
    below.release();
    expect(await after).to.equal("2");
    expect(await store.read("a")).to.equal("2");
  });

  test("keeps the later of two commits that overlap, whichever is told first", async () => {
    const inner = memoryStore();
    const ends: (() => void)[] = [];
    const store = sealedOver({
      read: (key) => inner.read(key),
      range: (range) => inner.range(range),
      async commit(batch) {
        await inner.commit(batch);
        await new Promise<void>((resolve) => ends.push(resolve));
      },
    });
    const write = (value: string) => store.commit([{ key: "a", value }]);
    const zero = write("0");
    await moment();
    ends.shift()?.();
    await zero;
    expect(await store.read("a")).to.equal("0");
    const one = write("1");
    const two = write("2");
    await moment();
    ends[1]?.();
    await two;
    ends[0]?.();
    await one;
    expect(await store.read("a")).to.equal("2");
  });

  test("does not show a value whose commit failed", async () => {
    const inner = memoryStore();
    let fails = false;
    const store = sealedOver({
      read: (key) => inner.read(key),
      range: (range) => inner.range(range),
      commit: (batch) => (fails ? Promise.reject(new Error("the disk is full")) : inner.commit(batch)),
    });
    await store.commit([{ key: "a", value: "1" }]);
    await store.read("a");
    fails = true;
    expect(await refused(store.commit([{ key: "a", value: "2" }]))).to.equal(true);
    expect(await store.read("a")).to.equal("1");
  });

  test("over a store in memory encrypts nothing that is overwritten or deleted before it is read", async () => {
    const [below, keyring] = [memoryStore(), Keyring.fresh(ports)];
    const store = sealedOver(below, keyring);
    for (const value of ["1", "2", "3"])
      await store.commit([
        { key: "a", value },
        { key: "gone", value },
      ]);
    await store.commit([{ key: "gone", value: null }]);
    expect([await store.read("a"), await store.read("gone")]).to.deep.equal(["3", undefined]);
    expect(keyring.current.encryptions).to.equal(0);
    expect(await below.read("a")).not.to.contain("3");
    expect(keyring.current.encryptions).to.equal(1);
    expect(await store.range({ prefix: "" })).to.deep.equal([["a", "3"]]);
  });

  test("closed, leaves nothing plain in a store in memory, and a keyring that knows the key reads all of it", async () => {
    const [below, keyring] = [memoryStore(), Keyring.fresh(ports)];
    const store = sealedOver(below, keyring);
    await store.commit([
      { key: "a", value: "plain 1" },
      { key: "b", value: "plain 2" },
    ]);
    const again = sealedOver(below, Keyring.parse(keyring.text(), ports));
    for (const reader of [again, sealedOver(below, Keyring.parse(keyring.text(), ports))]) {
      expect(await reader.read("a")).to.equal("plain 1");
      expect(keyring.current.encryptions).to.equal(1);
    }
    await store.commit([{ key: "a", value: "plain 3" }]);
    store.close();
    store.encryptLate();
    expect(keyring.current.encryptions).to.equal(3);
    for (const key of ["a", "b"])
      expect(await below.late.read(key))
        .to.be.a("string")
        .that.does.not.contain("plain");
    const next = sealedOver(below, Keyring.parse(keyring.text(), ports));
    expect([await next.read("a"), await next.read("b")]).to.deep.equal(["plain 3", "plain 2"]);
    const unauthenticatedPeer = sealedOver(below);
    expect((await problemOf(unauthenticatedPeer.read("a"))).message).to.contain("cannot be decrypted");
  });

  test("answers nothing more once it is closed, not even what it has read before or what was under way", async () => {
    const below = slow(memoryStore());
    const store = sealedOver(below);
    const written = store.commit([{ key: "a", value: "1" }]);
    below.release();
    await written;
    const underWay = store.read("a");
    await moment();
    store.close();
    below.release();
    for (const asked of [underWay, store.read("a"), store.range({ prefix: "" }), store.commit([])]) {
      const problem = await problemOf(asked);
      expect([problem.status, problem.message]).to.deep.equal([503, "Vault is sealed"]);
    }
  });
});

suite("a keyring", () => {
  test("encrypts under its latest term and decrypts what any of them encrypted, also after it was stored", async () => {
    const below = memoryStore();
    const keyring = Keyring.fresh(ports);
    const store = sealedOver(below, keyring);
    await store.commit([{ key: "a", value: "1" }]);
    // What the store below has not read yet would be encrypted under the next term.
    await below.read("a");
    await keyring.rotate(async () => {});
    await store.commit([{ key: "b", value: "2" }]);
    expect(((await below.read("a")) as string).slice(0, 2)).to.equal("\u0000\u0001");
    expect(((await below.read("b")) as string).slice(0, 2)).to.equal("\u0000\u0002");
    expect(await store.range({ prefix: "" })).to.deep.equal([
      ["a", "1"],
      ["b", "2"],
    ]);
    const again = sealedOver(below, Keyring.parse(keyring.text(), ports));
    expect([await again.read("a"), await again.read("b")]).to.deep.equal(["1", "2"]);
  });

  test("does not use a term that could not be stored", async () => {
    const keyring = Keyring.fresh(ports);
    expect(await refused(keyring.rotate(() => Promise.reject(new Error("the disk is full"))))).to.equal(true);
    expect(keyring.current.term).to.equal(1);
    expect(keyring.open("a", keyring.seal("a", "1"))).to.equal("1");
  });

  test("is due when its term encrypted as often as the rule allows, or is as old", async () => {
    let now = 0;
    const keyring = Keyring.fresh({ ...ports, clock: { now: () => now, at: () => () => {} } });
    const save = async () => {};
    await keyring.govern({ enabled: true, intervalSeconds: 0, maxOperations: 2 }, save);
    keyring.seal("a", "1");
    expect(keyring.isDue).to.equal(false);
    keyring.seal("a", "1");
    expect(keyring.isDue).to.equal(true);
    await keyring.govern({ enabled: false, intervalSeconds: 0, maxOperations: 2 }, save);
    expect(keyring.isDue).to.equal(false);
    await keyring.govern({ enabled: true, intervalSeconds: 60, maxOperations: 1000 }, save);
    now = 59_999;
    expect(keyring.isDue).to.equal(false);
    now = 60_000;
    expect(keyring.isDue).to.equal(true);
    await keyring.rotate(save);
    expect([keyring.isDue, keyring.current.encryptions]).to.deep.equal([false, 0]);
  });
});

/** Past the cache: as another store over the same keys would read it. */
async function sealedReadAfresh(store: SealedStore, key: string): Promise<string | undefined> {
  return (await store.range({ prefix: key }))[0]?.[1];
}

async function refused(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}
