import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "../api/problem.ts";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import type { Store } from "../ports/store.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { Keyring, keyBytes } from "./keyring.ts";
import { OpenKeys } from "./open-keys.ts";
import { StoredKeys } from "./stored-keys.ts";

let draws = 0;
const bytes = (count: number) =>
  cryptographyForTests.digest("sha2-512", Uint8Array.of(draws++ % 256, draws >> 8)).slice(0, count);

/** The keys of a new cluster over `store`. */
async function cluster(store: Store = memoryStore()) {
  const ports = {
    ...{ store, cryptography: cryptographyForTests, entropy: { bytes } },
    ...{ clock: { now: () => 0, at: () => () => {} }, log: { info() {}, warn() {}, error() {} } },
  };
  const [rootKey, unsealKey, keyring] = [bytes(keyBytes), bytes(keyBytes), Keyring.fresh(ports)];
  const stored = await StoredKeys.open(ports);
  await stored.found({ rootKey, keyring, unsealKey, sharing: { shares: 1, threshold: 1 } });
  const keys = new OpenKeys({ rootKey, keyring, stored, ports });
  /** What the store holds under `key` for a cluster that starts anew and is unsealed with `unsealed`. */
  const readAnew = async (unsealed: Uint8Array, key: string) => {
    const again = await StoredKeys.open(ports);
    const root = again.unlock(unsealed);
    return new OpenKeys({ rootKey: root, keyring: await again.keyring(root), stored: again, ports }).store.read(key);
  };
  return { keys, unsealKey, readAnew };
}

async function problemOf(run: () => unknown): Promise<Problem> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error("there was no problem");
}

suite("the keys of a primary", () => {
  test("open a secondary from the batch on that wiped it, and its own open it no more", async () => {
    const [oslo, lima] = [await cluster(), await cluster()];
    await lima.keys.store.commit([{ key: "local/old", value: "mine" }]);
    await lima.keys.adopt(oslo.keys.handover(), [
      { key: "local/old", value: null },
      { key: "local/new", value: "taken" },
    ]);
    expect(await lima.keys.store.read("local/new")).to.equal("taken");
    await lima.keys.store.commit([{ key: "local/next", value: "more" }]);
    expect(await lima.readAnew(oslo.unsealKey, "local/new")).to.equal("taken");
    expect(await lima.readAnew(oslo.unsealKey, "local/next")).to.equal("more");
    expect(await lima.readAnew(oslo.unsealKey, "local/old")).to.equal(undefined);
    expect((await problemOf(() => lima.readAnew(lima.unsealKey, "local/new"))).code).to.equal("refused");
  });

  test("are not taken over in part: where the batch is not stored, all is as it was", async () => {
    const store = memoryStore();
    let isFull = false;
    const failing: Store = {
      read: (key) => store.read(key),
      range: (range) => store.range(range),
      commit: async (batch) => {
        if (isFull) throw new Error("the disk is full");
        await store.commit(batch);
      },
    };
    const [oslo, lima] = [await cluster(), await cluster(failing)];
    await lima.keys.store.commit([{ key: "local/old", value: "mine" }]);
    isFull = true;
    let failure: unknown;
    await lima.keys.adopt(oslo.keys.handover(), [{ key: "local/old", value: null }]).catch((error) => {
      failure = error;
    });
    expect(failure).to.be.instanceOf(Error);
    isFull = false;
    expect(await lima.keys.store.read("local/old")).to.equal("mine");
    await lima.keys.store.commit([{ key: "local/next", value: "more" }]);
    expect(await lima.readAnew(lima.unsealKey, "local/next")).to.equal("more");
    expect((await problemOf(() => lima.readAnew(oslo.unsealKey, "local/old"))).code).to.equal("refused");
  });

  test("are told from any other text before anything is wiped", async () => {
    const { keys } = await cluster();
    for (const text of ["", "{}", '{"lock":"{}","rootKey":"","keyring":""}']) {
      expect((await problemOf(() => keys.expectHandover(text))).code, text).to.equal("upstream");
    }
    keys.expectHandover(keys.handover());
  });
});
