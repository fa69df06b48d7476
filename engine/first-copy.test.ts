import { test } from "node:test";
import { expect } from "chai";
import { pairOfEngines } from "./pair.suite.ts";
import type { Change, Store } from "./ports/store.ts";
import { memoryStore } from "./stores/memory-store.ts";

const firstCopyMissing =
  "this secondary does not have its first copy of the primary's data yet: try again later, or ask another cluster";

function heldStore() {
  const inner = memoryStore();
  const held = { read: (_key: string) => false, commit: (_change: Change) => false };
  const released = { read: Promise.withResolvers<void>(), commit: Promise.withResolvers<void>() };
  const waiting = { read: 0, commit: 0 };
  const wait = async (what: "read" | "commit") => {
    waiting[what] += 1;
    await released[what].promise;
  };
  const store: Store = {
    range: (range) => inner.range(range),
    async read(key) {
      if (held.read(key)) await wait("read");
      return inner.read(key);
    },
    async commit(batch) {
      if (batch.some((change) => held.commit(change))) await wait("commit");
      await inner.commit(batch);
    },
  };
  return { store, held, released, waiting };
}

test("a request that starts before the wipe of a new secondary and finds no data after the wipe is refused with 503", async () => {
  const { store, held, released, waiting } = heldStore();
  await using pair = await pairOfEngines({ limaStore: store });
  const { oslo, lima } = pair;
  await oslo.ask("POST", "sys/mounts/kv", { type: "kv" });
  // kv/moon is not read before, since values that were read stay in the cache.
  await oslo.ask("POST", "kv/moon", { colour: "white" });
  await oslo.ask("POST", "kv/sky", { colour: "blue" });
  await pair.until(async () => (await lima.ask("GET", "kv/sky")).status === 200);
  const performance = "sys/replication/performance";
  await lima.ask("POST", `${performance}/secondary/disable`, {});
  await oslo.ask("POST", `${performance}/primary/revoke-secondary`, { id: "lima" });
  const issued = await oslo.ask("POST", `${performance}/primary/secondary-token`, { id: "lima" });
  const { token } = (issued.body?.wrap_info ?? {}) as { token: string };

  held.read = (key) => key.startsWith("shared/") && key.endsWith("/moon");
  const read = lima.ask("GET", "kv/moon");
  await pair.until(async () => waiting.read === 1);
  held.read = () => false;
  held.commit = (change) => change.key.endsWith("/moon") && change.value !== null;
  await lima.ask("POST", `${performance}/secondary/enable`, { token });
  // The wipe has finished; the first page of the copy waits.
  released.read.resolve();
  const { status, body } = await read;
  released.commit.resolve();
  expect({ status, errors: body?.errors }).to.deep.equal({ status: 503, errors: [firstCopyMissing] });
  await pair.until(async () => (await lima.ask("GET", "kv/moon")).status === 200);
});
