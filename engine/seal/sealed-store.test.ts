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

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error("expected a Problem");
}

storeSuite("sealed", async () => sealedOver(memoryStore()));

suite("a sealed store", () => {
  test("stores no part of a value in plain text", async () => {
    const below = memoryStore();
    const store = sealedOver(below);
    await store.commit([{ key: "shared/a", value: JSON.stringify({ password: "correct horse battery staple" }) }]);
    const raw = JSON.stringify(await below.range({ prefix: "" }));
    for (const part of ["password", "correct", "horse", "battery", "staple"]) expect(raw).not.to.contain(part);
    expect(await readUncached(store, "shared/a")).to.contain("staple");
  });

  test("refuses values that were altered, truncated, moved to another key or stored in plain text", async () => {
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
      for (const attempt of [store.read("a"), store.range({ prefix: "a" })]) {
        const problem = await problemOf(attempt);
        expect(problem.status).to.equal(500);
        expect(problem.message).not.to.contain("blue");
      }
    }
    await below.commit([{ key: "a", value: good }]);
    expect(await sealedOver(below, keyring).read("a")).to.equal("blue");
  });

  test("neither shows nor changes the records of the seal", async () => {
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
    expect(await isRejected(store.read(keyringRecord))).to.equal(true);
    expect(await isRejected(store.commit([{ key: rootKeyRecord, value: null }]))).to.equal(true);
    expect(await below.read(rootKeyRecord)).to.equal("2");
  });

  test("does not decrypt values when only keys are requested", async () => {
    const below = memoryStore();
    await below.commit([{ key: "a", value: "no value of ours" }]);
    expect((await sealedOver(below).range({ prefix: "", keysOnly: true })).map(([key]) => key)).to.deep.equal(["a"]);
  });

  test("reads a value from the underlying store once", async () => {
    const below = memoryStore();
    const store = sealedOver(below);
    await store.commit([{ key: "a", value: "1" }]);
    await store.read("a");
    await below.commit([{ key: "a", value: null }]);
    expect(await store.read("a")).to.equal("1");
  });

  test("shows a new value once its commit has finished, and not before, for any overlap of reads and commits", async () => {
    const below = slow(memoryStore());
    const store = sealedOver(below);
    const first = store.commit([{ key: "a", value: "1" }]);
    below.release();
    await first;
    // The second commit begins during a read, and another read begins during the commit.
    const early = store.read("a");
    await nextTurn();
    const second = store.commit([{ key: "a", value: "2" }]);
    const during = store.read("a");
    await nextTurn();
    below.release();
    expect(await early).to.equal("1");
    await Promise.all([second, during]);
    const after = store.read("a");
    await nextTurn();
    below.release();
    expect(await after).to.equal("2");
    expect(await store.read("a")).to.equal("2");
  });

  test("keeps the later of two overlapping commits, in whatever order they finish", async () => {
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
    await nextTurn();
    ends.shift()?.();
    await zero;
    expect(await store.read("a")).to.equal("0");
    const one = write("1");
    const two = write("2");
    await nextTurn();
    ends[1]?.();
    await two;
    ends[0]?.();
    await one;
    expect(await store.read("a")).to.equal("2");
  });

  test("does not show a value of a failed commit", async () => {
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
    expect(await isRejected(store.commit([{ key: "a", value: "2" }]))).to.equal(true);
    expect(await store.read("a")).to.equal("1");
  });

  test("over an in-memory store does not encrypt a value that is overwritten or deleted before it is read", async () => {
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

  test("leaves no plain text in an in-memory store after it is closed, and its keyring reads all of it", async () => {
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

  test("refuses all operations after it is closed, including cached values and reads in progress", async () => {
    const below = slow(memoryStore());
    const store = sealedOver(below);
    const written = store.commit([{ key: "a", value: "1" }]);
    below.release();
    await written;
    const pendingRead = store.read("a");
    await nextTurn();
    store.close();
    below.release();
    for (const attempt of [pendingRead, store.read("a"), store.range({ prefix: "" }), store.commit([])]) {
      const problem = await problemOf(attempt);
      expect([problem.status, problem.message]).to.deep.equal([503, "Vault is sealed"]);
    }
  });
});

suite("a keyring", () => {
  test("encrypts under its latest term and decrypts values of all terms, also after it was stored", async () => {
    const below = memoryStore();
    const keyring = Keyring.fresh(ports);
    const store = sealedOver(below, keyring);
    await store.commit([{ key: "a", value: "1" }]);
    // Reads the value, because the in-memory store would otherwise encrypt it under the next term.
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
    expect(await isRejected(keyring.rotate(() => Promise.reject(new Error("the disk is full"))))).to.equal(true);
    expect(keyring.current.term).to.equal(1);
    expect(keyring.open("a", keyring.seal("a", "1"))).to.equal("1");
  });

  test("is due after the maximum number of encryptions or the maximum age of a term", async () => {
    let now = 0;
    const keyring = Keyring.fresh({ ...ports, clock: { now: () => now, at: () => () => {} } });
    const save = async () => {};
    await keyring.setRule({ enabled: true, intervalSeconds: 0, maxOperations: 2 }, save);
    keyring.seal("a", "1");
    expect(keyring.isDue).to.equal(false);
    keyring.seal("a", "1");
    expect(keyring.isDue).to.equal(true);
    await keyring.setRule({ enabled: false, intervalSeconds: 0, maxOperations: 2 }, save);
    expect(keyring.isDue).to.equal(false);
    await keyring.setRule({ enabled: true, intervalSeconds: 60, maxOperations: 1000 }, save);
    now = 59_999;
    expect(keyring.isDue).to.equal(false);
    now = 60_000;
    expect(keyring.isDue).to.equal(true);
    await keyring.rotate(save);
    expect([keyring.isDue, keyring.current.encryptions]).to.deep.equal([false, 0]);
  });
});

async function readUncached(store: SealedStore, key: string): Promise<string | undefined> {
  return (await store.range({ prefix: key }))[0]?.[1];
}

async function isRejected(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}
