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

async function cluster(store: Store = memoryStore()) {
  const ports = {
    ...{ store, cryptography: cryptographyForTests, entropy: { bytes } },
    ...{ clock: { now: () => 0, at: () => () => {} }, log: { info() {}, warn() {}, error() {} } },
  };
  const [rootKey, unsealKey, keyring] = [bytes(keyBytes), bytes(keyBytes), Keyring.fresh(ports)];
  const stored = await StoredKeys.open(ports);
  await stored.found({ rootKey, keyring, unsealKey, sharing: { shares: 1, threshold: 1 } });
  const keys = new OpenKeys({ rootKey, keyring, stored, ports });
  const readAfterRestart = async (unsealed: Uint8Array, key: string) => {
    const again = await StoredKeys.open(ports);
    const root = again.unlock(unsealed);
    return new OpenKeys({ rootKey: root, keyring: await again.keyring(root), stored: again, ports }).store.read(key);
  };
  return { keys, unsealKey, readAfterRestart };
}

async function problemOf(run: () => unknown): Promise<Problem> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error("expected a Problem");
}

suite("keys that a primary hands over", () => {
  test("encrypt the secondary's store from the batch that wipes it, and replace its own keys", async () => {
    const [oslo, lima] = [await cluster(), await cluster()];
    await lima.keys.store.commit([{ key: "local/old", value: "mine" }]);
    await lima.keys.adopt(oslo.keys.handover(), [
      { key: "local/old", value: null },
      { key: "local/new", value: "taken" },
    ]);
    expect(await lima.keys.store.read("local/new")).to.equal("taken");
    await lima.keys.store.commit([{ key: "local/next", value: "more" }]);
    expect(await lima.readAfterRestart(oslo.unsealKey, "local/new")).to.equal("taken");
    expect(await lima.readAfterRestart(oslo.unsealKey, "local/next")).to.equal("more");
    expect(await lima.readAfterRestart(oslo.unsealKey, "local/old")).to.equal(undefined);
    expect((await problemOf(() => lima.readAfterRestart(lima.unsealKey, "local/new"))).code).to.equal("refused");
  });

  test("are not adopted partially: if the batch is not stored, the old keys stay in use", async () => {
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
    expect(await lima.readAfterRestart(lima.unsealKey, "local/next")).to.equal("more");
    expect((await problemOf(() => lima.readAfterRestart(oslo.unsealKey, "local/old"))).code).to.equal("refused");
  });

  test("are validated before the secondary is wiped", async () => {
    const { keys } = await cluster();
    for (const text of ["", "{}", '{"lock":"{}","rootKey":"","keyring":""}']) {
      expect((await problemOf(() => keys.expectHandover(text))).code, text).to.equal("upstream");
    }
    keys.expectHandover(keys.handover());
  });
});
