import { suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { ManualClock } from "#engine/engine.suite.ts";
import type { Clock } from "../../ports/clock.ts";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { fresh } from "../machine/state.ts";
import { MerkleTree } from "../merkle/tree.ts";
import { protocolVersion } from "../protocol/message.ts";
import { Pump } from "./pump.ts";
import { Session } from "./session.ts";
import { logKey, WriteLog } from "./write-log.ts";

async function fixture({ entries = 10, characters: each = 600_000, drains = true, reports = true } = {}) {
  const store = memoryStore();
  const text = (index: number) =>
    JSON.stringify({ index, epoch: 1, mount: "", changes: [{ key: "shared/k", value: "x".repeat(each) }] });
  await store.commit(Array.from({ length: entries }, (_, i) => ({ key: logKey(i + 1), value: text(i + 1) })));
  const { log } = await WriteLog.open(store, fresh.log);
  const tree = await MerkleTree.open({ store, cryptography: cryptographyForTests });
  const sent: string[] = [];
  const characters = { sent: 0 };
  let isWidening = true;
  const failures: string[] = [];
  let drain = Promise.withResolvers<void>();
  const clock: Clock = new ManualClock();
  const session: Session = Session.accept(
    {
      peer: undefined,
      send(frame) {
        sent.push(frame);
        characters.sent += frame.length;
        queueMicrotask(() => reports && session.listener.received(reportOf(characters.sent)));
      },
      close() {},
      drained: () => (drains || !session.established || isWidening ? undefined : drain.promise),
    },
    {
      clock,
      events: { introduced: (one) => one.welcome({ api: "", cluster: "" }), welcomed() {}, received() {}, ended() {} },
    },
  );
  session.listener.received(introduction);
  if (reports) await widen(session);
  isWidening = false;
  sent.length = 0;
  const pump = new Pump({
    session,
    source: { log, store, tree, pause: setImmediate },
    failed: (reason) => void failures.push(reason),
  });
  const all = { type: "entries", to: "lima", after: 0, through: entries, filtered: [] } as const;
  const settle = async () => {
    for (let i = 0; i < 50; i++) await setImmediate();
  };
  const drainAgain = () => {
    const before = drain;
    drain = Promise.withResolvers();
    before.resolve();
  };
  return { pump, session, sent, failures, all, settle, drainAgain };
}

const reportOf = (characters: number) => JSON.stringify({ type: "received", characters });

async function widen(session: Session): Promise<void> {
  const text = "x".repeat(8192);
  const { promise, resolve } = Promise.withResolvers<void>();
  void Promise.all(Array.from({ length: 2000 }, () => session.outbox.queue(text, { isWanted: () => true }))).then(() =>
    resolve(),
  );
  await promise;
}

const introduction = JSON.stringify({
  ...{ type: "introduction", protocol: protocolVersion, id: "lima", secret: "s", set: "set" },
  addresses: { api: "", cluster: "" },
});

suite("a pump", () => {
  test("sends no more entries than the peer has granted, and goes on when they are acknowledged", async () => {
    const { pump, sent, all, settle } = await fixture();
    pump.granted(1_000_000);
    pump.push(all);
    await settle();
    expect(sent).to.have.length(1);
    pump.acknowledged(2);
    await settle();
    expect(sent).to.have.length(2);
    for (let index = 3; index <= 10; index++) {
      pump.acknowledged(index);
      await settle();
    }
    expect(sent).to.have.length(5);
  });

  test("sends a heartbeat at once, however much waits before it", async () => {
    const { pump, sent, all, settle } = await fixture({ drains: false });
    pump.granted(1_000_000);
    pump.push(all);
    await settle();
    expect(sent).to.deep.equal([]);
    pump.push({ type: "message", to: "lima", message: { type: "heartbeat", last: 10 } });
    expect(sent).to.have.length(1);
  });

  test("reads and sends nothing while the wire has not drained", async () => {
    const { pump, sent, all, settle, drainAgain } = await fixture({ drains: false });
    pump.granted(1_000_000_000);
    pump.push(all);
    await settle();
    for (let frames = 0; frames <= 5; frames++) {
      expect(sent).to.have.length(frames);
      drainAgain();
      await settle();
    }
  });

  test("waits before each part of an entry that is longer than a frame, and sends heartbeats between them", async () => {
    const { pump, sent, all, settle, drainAgain } = await fixture({ entries: 1, characters: 6_000_000, drains: false });
    pump.granted(1_000_000_000);
    pump.push(all);
    for (let parts = 0; parts < 6; parts++) {
      await settle();
      expect(sent).to.have.length(2 * parts);
      drainAgain();
      await settle();
      pump.push({ type: "message", to: "lima", message: { type: "heartbeat", last: 1 } });
    }
    const kinds = sent.map((frame) => JSON.parse(frame).type);
    expect(kinds).to.deep.equal(Array(6).fill(["part", "message"]).flat());
  });

  test("abandons an entry between its parts when a copy begins", async () => {
    const { pump, sent, all, settle, drainAgain } = await fixture({ entries: 1, characters: 6_000_000, drains: false });
    pump.granted(1_000_000_000);
    pump.push(all);
    await settle();
    drainAgain();
    await settle();
    pump.push({
      type: "message",
      to: "lima",
      message: { type: "copy", history: [], index: 10, common: 10, after: "", filtered: [] },
    });
    for (let times = 0; times < 3; times++) {
      drainAgain();
      await settle();
    }
    const frames = sent.map((frame) => JSON.parse(frame));
    expect(frames.map(({ type, status, message }) => message?.type ?? `${type}: ${status}`)).to.deep.equal([
      "part: more",
      "part: abandoned",
      "copy",
    ]);
  });

  test("drops waiting messages when a copy begins: they are under the old filter", async () => {
    const { pump, sent, all, settle } = await fixture();
    pump.granted(1_000_000);
    pump.push(all);
    await settle();
    const copy = { type: "copy", history: [], index: 10, common: 10, after: "", filtered: [] } as const;
    pump.push({ type: "message", to: "lima", message: copy });
    await settle();
    expect(sent.slice(1).map((frame) => JSON.parse(frame).message.type)).to.deep.equal(["copy"]);
  });

  test("fails with its reason when the log has dropped what comes next", async () => {
    const { pump, failures, settle } = await fixture({ entries: 1 });
    pump.granted(1_000_000);
    pump.push({ type: "entries", to: "lima", after: 7, through: 8, filtered: [] });
    await settle();
    expect(failures).to.deep.equal(["the log does not hold entry 8"]);
  });
});
