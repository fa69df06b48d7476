import { suite, test } from "node:test";
import { expect } from "chai";
import { partCharacters } from "../protocol/frame.ts";
import { reportCharacters, SendWindow } from "./outbox.ts";

function link({ rate = Number.POSITIVE_INFINITY, roundTrip = 0 } = {}) {
  let now = 0;
  const window = new SendWindow({ now: () => now, at: () => () => {} });
  const underWay: { at: number; total: number }[] = [];
  const link = { rate, roundTrip };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  let total = 0;
  let reported = 0;
  let busyUntil = now;
  const put = (characters: number) => {
    total += characters;
    busyUntil = Math.max(busyUntil, now) + (characters / link.rate) * 1000;
    underWay.push({ at: busyUntil + link.roundTrip, total });
    return characters;
  };
  const lateness = () => Math.max(0, busyUntil - now) + link.roundTrip;
  const pass = async (milliseconds: number) => {
    const end = now + milliseconds;
    for (let next = underWay[0]; next && next.at <= end; next = underWay[0]) {
      underWay.shift();
      now = Math.max(now, next.at);
      if (next.total - reported < reportCharacters) continue;
      reported = next.total;
      window.received(reported);
      await settle();
    }
    now = end;
  };
  const flood = () => {
    const again = () => {
      void Promise.resolve(window.turn(() => put(window.partCharacters))).then(again);
    };
    again();
  };
  const run = async (milliseconds: number) => {
    let latest = 0;
    for (let passed = 0; passed < milliseconds; passed += 10) {
      await pass(10);
      latest = Math.max(latest, lateness());
    }
    return { latest, sent: total };
  };
  return { window, link, pass, flood, run };
}

suite("the send window of a link", () => {
  for (const rate of [10_000, 30_000, 100_000, 1_000_000]) {
    test(`of ${rate} characters a second fills it, and is late by less than heartbeats may be missed`, async () => {
      const { flood, run } = link({ rate, roundTrip: 20 });
      flood();
      const { latest, sent } = await run(120_000);
      expect(latest).to.be.lessThan(4500);
      expect(sent / 120).to.be.greaterThan(rate * 0.9);
    });
  }

  test("whose other end is far away grows until the link is full", async () => {
    const { flood, run } = link({ rate: 4_000_000, roundTrip: 600 });
    flood();
    await run(20_000);
    const before = await run(10);
    const { sent } = await run(20_000);
    expect((sent - before.sent) / 20).to.be.greaterThan(3_000_000);
  });

  test("that becomes narrow shrinks again", async () => {
    const parts = link({ rate: 1_000_000, roundTrip: 1 });
    parts.flood();
    await parts.run(20_000);
    parts.link.rate = 10_000;
    await parts.run(200_000);
    const { latest } = await parts.run(60_000);
    expect(latest).to.be.lessThan(4500);
    expect(parts.window.partCharacters).to.equal(partCharacters.least);
  });
});

suite("a sender that waits for room", () => {
  test("is served in the order of arrival, and frames that do not wait are counted", async () => {
    const { window, pass } = link();
    const order: string[] = [];
    const send = (name: string) => () => order.push(name) * 0 + 16_384;
    expect(window.turn(send("first"))).to.equal(undefined);
    const others = Promise.all([window.turn(send("second")), window.turn(send("third"))]);
    window.sent(100);
    expect(order).to.deep.equal(["first"]);
    await pass(2000);
    window.received(16_383);
    expect(order, "there is room for a part").to.deep.equal(["first", "second"]);
    window.received(32_868);
    await others;
    expect(order).to.deep.equal(["first", "second", "third"]);
  });

  test("is not served after a report of more than was sent, or of less than before", async () => {
    const { window, pass } = link();
    const sent: number[] = [];
    const send = () => sent.push(sent.length) * 0 + 16_384;
    void window.turn(send);
    void window.turn(send);
    void window.turn(send);
    await pass(2000);
    window.received(Number.MAX_SAFE_INTEGER);
    expect(sent).to.have.length(2);
    window.received(0);
    expect(sent).to.have.length(2);
  });

  test("is called when the connection ends", async () => {
    const { window } = link();
    void window.turn(() => 1_000_000);
    const turns = [window.turn(() => 0), window.turn(() => 0)];
    window.end();
    await Promise.all(turns);
    expect(window.turn(() => 0)).to.equal(undefined);
  });
});
