import { test } from "node:test";
import { expect } from "chai";
import type { Ports } from "#engine/ports/ports.ts";
import type { Change, LateChange, Store } from "#engine/ports/store.ts";
import { startCluster } from "./cluster.ts";

type Most = { keys: number; characters: number };

function turnsOfTheEventLoop() {
  let turn = 0;
  let next = setImmediate(count);
  function count() {
    turn += 1;
    next = setImmediate(count);
  }
  return { now: () => turn, [Symbol.dispose]: () => clearImmediate(next) };
}

function weighed(store: Store, most: Most, now: () => number): Store {
  let turn = now();
  let here: Most = { keys: 0, characters: 0 };
  function add(values: readonly (string | null | object | undefined)[]): void {
    if (turn !== now()) here = { keys: 0, characters: 0 };
    turn = now();
    here.keys += values.length;
    for (const value of values) here.characters += lengthOf(value);
    most.keys = Math.max(most.keys, here.keys);
    most.characters = Math.max(most.characters, here.characters);
  }
  const valuesOf = (batch: readonly (Change | LateChange)[]) => batch.map(({ value }) => value);
  const { late } = store;
  return {
    async read(key) {
      const value = await store.read(key);
      add([value]);
      return value;
    },
    async range(range) {
      const found = await store.range(range);
      if (!range.keysOnly) add(found.map(([, value]) => value));
      return found;
    },
    commit(batch) {
      add(valuesOf(batch));
      return store.commit(batch);
    },
    ...(late && {
      late: {
        ...late,
        commit(batch) {
          add(valuesOf(batch));
          return late.commit(batch);
        },
      },
    }),
  };
}

function lengthOf(value: string | null | object | undefined): number {
  if (typeof value === "string") return value.length;
  return value && "text" in value && typeof value.text === "string" ? value.text.length : 0;
}

async function copied(secrets: number, characters: number): Promise<Readonly<Record<"primary" | "secondary", Most>>> {
  const rootToken = "root";
  using turns = turnsOfTheEventLoop();
  const most = { primary: { keys: 0, characters: 0 }, secondary: { keys: 0, characters: 0 } };
  const instrument = (side: keyof typeof most) => ({
    ports: (ports: Ports) => ({ ...ports, store: weighed(ports.store, most[side], turns.now) }),
  });
  await using oslo = await startCluster({ name: "Oslo", rootToken, instrument: instrument("primary") });
  await using lima = await startCluster({ name: "Lima", rootToken, instrument: instrument("secondary") });
  const ask = async ({ api }: typeof oslo, path: string, body?: object) => {
    const reply = await fetch(`${api}/v1/${path}`, {
      headers: { "X-Vault-Token": rootToken },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    expect(reply.status, `${path}: ${text}`).to.be.below(300);
    return text === "" ? {} : JSON.parse(text);
  };
  const performance = "sys/replication/performance";
  await ask(oslo, "sys/mounts/colours", { type: "kv" });
  await ask(oslo, `${performance}/primary/enable`, {});
  const value = "x".repeat(characters);
  for (let written = 0; written < secrets; written += 16) {
    const paths = Array.from({ length: Math.min(16, secrets - written) }, (_, at) => `colours/${written + at}`);
    await Promise.all(paths.map((path) => ask(oslo, path, { value })));
  }
  const { wrap_info: wrapped } = await ask(oslo, `${performance}/primary/secondary-token`, { id: "lima" });
  Object.assign(most.primary, { keys: 0, characters: 0 });
  await ask(lima, `${performance}/secondary/enable`, { token: wrapped.token });
  for (;;) {
    const { data } = await ask(lima, `${performance}/status`);
    if (data.state === "stream-wals") return most;
  }
}

const mebibyte = 1024 * 1024;

const maxRead = 2 * 128;
const maxSaved = 4 * 128;

test("a full copy of many secrets handles at most one page of them per turn of the event loop, on both sides", async () => {
  const { primary, secondary } = await copied(2000, 64);
  expect(primary.keys, "read by the primary").to.be.within(128, maxRead);
  expect(secondary.keys, "saved by the secondary").to.be.within(128, maxSaved);
});

test("a full copy of large secrets handles at most one of them per turn of the event loop, on both sides", async () => {
  const { primary, secondary } = await copied(12, mebibyte);
  expect(primary.characters, "read by the primary").to.be.within(mebibyte, 1.9 * mebibyte);
  expect(secondary.characters, "saved by the secondary").to.be.within(mebibyte, 1.9 * mebibyte);
});
