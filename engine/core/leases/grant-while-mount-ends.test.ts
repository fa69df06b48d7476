import { suite, test } from "node:test";
import { expect } from "chai";
import type { Change, Store } from "../../ports/store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { leasingEngine } from "./leasing.suite.ts";

/** A store in which the commit of the first unconfirmed lease becomes visible before it resolves. */
class SlowStore implements Store {
  readonly #inner = memoryStore();
  readonly committed = Promise.withResolvers<void>();
  readonly released = Promise.withResolvers<void>();
  #isHeld = true;

  read = (key: string) => this.#inner.read(key);
  range: Store["range"] = (range) => this.#inner.range(range);

  async commit(batch: readonly Change[]): Promise<void> {
    await this.#inner.commit(batch);
    const text = JSON.stringify(batch);
    if (!this.#isHeld || !text.includes("creds/app") || !text.includes("unconfirmed")) return;
    this.#isHeld = false;
    this.committed.resolve();
    await this.released.promise;
  }
}

suite("credentials that are granted while their mount ends", { timeout: 60_000 }, () => {
  test("are refused, and neither request waits for the other", async () => {
    const store = new SlowStore();
    const { ask, pass } = await leasingEngine(store);
    const asked = ask("GET", "database/creds/app");
    await store.committed.promise;
    const ended = ask("DELETE", "sys/mounts/database", undefined);
    await pass(1);
    store.released.resolve();
    const [granted, unmounted] = await Promise.all([asked, ended]);
    expect([granted.status, unmounted.status]).to.deep.equal([404, 204]);
  });
});
