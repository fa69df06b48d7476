import { test } from "node:test";
import { expect } from "chai";
import type { Store } from "../../ports/store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { type MountedKv, mountedKv } from "../mounted.suite.ts";

const upgrading =
  "Upgrading from non-versioned to versioned data. This backend will be unavailable for a brief period and will resume service shortly.";

async function tuned(secrets: number, store: Store = memoryStore()): Promise<MountedKv> {
  const kv = await mountedKv("1", store);
  for (let x = 0; x < secrets; x++) await kv.done("POST", `folder ${x % 3}/${x}`, `{"x":${x}.50}`);
  const { status, body } = await kv.ask("POST", "sys/mounts/s/tune", { options: { version: "2" } });
  expect(status, JSON.stringify(body)).to.be.oneOf([200, 204]);
  return kv;
}

async function untilServed({ clock, ask }: MountedKv): Promise<void> {
  await clock.pass(0);
  await eventually(async () => (await ask("GET", "s/config")).status === 200);
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 1000; turn++) {
    if (await condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect.fail("the condition did not become true within 1,000 turns of the event loop");
}

test("an upgrade turns each secret into version 1 with its data unchanged", async () => {
  const kv = await tuned(250);
  await untilServed(kv);
  for (const x of [0, 99, 100, 101, 249]) {
    expect(await kv.text(`data/folder%20${x % 3}/${x}`)).to.contain(`"data":{"x":${x}.50}`);
  }
  expect((await kv.data("GET", "data/folder%200/0")).metadata).to.deep.include({ version: 1 });
  expect(await kv.data("LIST", "metadata")).to.deep.equal({ keys: ["folder 0/", "folder 1/", "folder 2/"] });
  expect((await kv.data("LIST", "metadata/folder 1")).keys).to.have.length(83);
  const left = (await kv.store.range({ prefix: "" })).filter(([key]) => key.includes("/secret/folder"));
  expect(left).to.deep.equal([]);
});

test("requests are refused until the last secret is moved", async () => {
  const kv = await tuned(250);
  for (const [method, path] of [
    ["GET", "data/folder%200/0"],
    ["LIST", "metadata"],
    ["POST", "data/new"],
    ["GET", "config"],
    ["GET", "foo"],
  ] as const) {
    const body = method === "POST" ? { data: {} } : undefined;
    expect(await kv.refusal(method, path, body), `${method} ${path}`).to.deep.equal([400, upgrading]);
  }
  await untilServed(kv);
});

test("a mount without secrets has versions immediately", async () => {
  const kv = await tuned(0);
  expect((await kv.data("POST", "data/a", { data: {} })).version).to.equal(1);
});

test("an upgrade that a crash interrupts continues after a restart", async () => {
  const store = memoryStore();
  let batches = 0;
  const failing: Store = {
    read: (key) => store.read(key),
    range: (range) => store.range(range),
    // Only the first batch of the upgrade is written; later commits never finish.
    commit(changes) {
      if (changes.some(({ key }) => key.includes("/version/"))) batches += 1;
      return batches > 1 ? new Promise(() => {}) : store.commit(changes);
    },
  };
  const first = await tuned(250, failing);
  await first.clock.pass(0);
  await eventually(async () => batches > 1);
  const second = await mountedKv("2", store);
  expect(await second.refusal("GET", "config")).to.deep.equal([400, upgrading]);
  await untilServed(second);
  for (const x of [0, 249]) {
    expect(await second.data("GET", `data/folder%20${x % 3}/${x}`)).to.deep.include({ data: { x: x + 0.5 } });
    expect((await second.data("GET", `metadata/folder%20${x % 3}/${x}`)).current_version).to.equal(1);
  }
});

test("a mount cannot be downgraded and keeps its versions", async () => {
  const { ask, data } = await mountedKv("2");
  await data("POST", "data/a", { data: { x: 1 } });
  const { status } = await ask("POST", "sys/mounts/s/tune", { options: { version: "1" } });
  expect(status).to.equal(400);
  expect(await data("GET", "data/a")).to.deep.include({ data: { x: 1 } });
});
