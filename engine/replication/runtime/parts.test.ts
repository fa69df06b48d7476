import { suite, test } from "node:test";
import { expect } from "chai";
import { ManualClock } from "#engine/engine.suite.ts";
import { longestFrame, type Part, partCharacters } from "../protocol/frame.ts";
import { LinkedClusters, type Member, rest } from "./linked-clusters.suite.ts";
import { abandoned, PartsReceived } from "./parts.ts";
import { Session } from "./session.ts";

const text = (characters: number) => Array.from({ length: characters / 8 }, (_, i) => String(i).padStart(8)).join("");

const long = text(6 * partCharacters.most);
const parts = (frame = 0, of = long): readonly Part[] =>
  Array.from({ length: 6 }, (_, number) => ({
    ...{ type: "part", frame, number, status: number < 5 ? "more" : "last" },
    text: of.slice(number * partCharacters.most, (number + 1) * partCharacters.most),
  }));

suite("a frame in parts", () => {
  test("is whole again after its last part", () => {
    const received = new PartsReceived();
    const [last, ...others] = parts().toReversed();
    for (const part of others.toReversed()) expect(received.take(part)).to.equal(undefined);
    expect(last && received.take(last)).to.equal(long);
  });

  test("is put together beside others, and forgotten when it is abandoned", () => {
    const received = new PartsReceived();
    const [one, other] = [parts(1), parts(2, long.toUpperCase())];
    const whole = one.flatMap((part, at) => [received.take(part), other[at] && received.take(other[at])]);
    expect(whole.filter((found) => found !== undefined)).to.deep.equal([long, long.toUpperCase()]);
    for (let frame = 3; frame < 300; frame++) {
      for (const part of parts(frame).slice(0, 2)) received.take(part);
      expect(received.take(abandoned(frame))).to.equal(undefined);
    }
  });

  test("is refused when a part is lost or comes twice", () => {
    const [first, second, third] = parts();
    const after = (...before: (Part | undefined)[]) => {
      const received = new PartsReceived();
      for (const part of before) if (part) received.take(part);
      return (part: Part | undefined) => () => part && received.take(part);
    };
    expect(after()(first), "as it should come").not.to.throw();
    expect(after()(second)).to.throw("missing, or came twice");
    expect(after(first)(first)).to.throw("missing, or came twice");
    expect(after(first)(third)).to.throw("missing, or came twice");
    const [only] = parts();
    const last = only && { ...only, status: "last" as const };
    expect(after(last)(second)).to.throw("missing, or came twice");
  });

  test("is held within a bound, however many are begun and however long they are", () => {
    const received = new PartsReceived();
    const begun = (frame: number) => received.take({ type: "part", frame, number: 0, status: "more", text: "x" });
    for (let frame = 0; frame < 8; frame++) begun(frame);
    expect(() => begun(8)).to.throw("too many frames");
    const others = new PartsReceived();
    const piece = "x".repeat(partCharacters.most);
    const part = (frame: number, number: number): Part => ({
      type: "part",
      frame,
      number,
      status: "more",
      text: piece,
    });
    for (let number = 0; number < 95; number++) others.take(part(0, number));
    others.take(part(1, 0));
    expect(() => others.take(part(1, 1))).to.throw("too long");
  });
});

test("parts before the end of the handshake close the connection", () => {
  const ended: string[] = [];
  const sent: string[] = [];
  const session = Session.accept(
    { peer: undefined, send: (frame) => void sent.push(frame), close() {} },
    {
      clock: new ManualClock(),
      events: { introduced() {}, welcomed() {}, received() {}, ended: (_, reason) => void ended.push(reason) },
    },
  );
  for (const part of parts()) session.listener.received(JSON.stringify(part));
  expect(ended).to.deep.equal(["an introduction is missing"]);
  expect(sent).to.have.length(1);
});

async function linked() {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  await clusters.clock.pass(1000);
  const frames: string[] = [];
  clusters.passes = (frame) => frames.push(frame) > 0;
  const write = () => oslo.replication.commit("m", [{ key: "shared/mount/m/long", value: long }]);
  return { clusters, oslo, lima, frames, write };
}

const isPart = (frame: string, number?: number) =>
  frame.includes('"type":"part"') && (number === undefined || frame.includes(`"number":${number},`));

async function expectEven(oslo: Member, lima: Member): Promise<void> {
  expect((await lima.store.all("shared/"))["shared/mount/m/long"]).to.equal(long);
  expect(lima.replication.status()).to.include({
    state: "stream-wals",
    merkle_root: oslo.replication.maintenance.merkleRoot,
  });
}

suite("an entry that is longer than a frame", () => {
  test("arrives in parts, no frame is longer than one may be, and others go between", async () => {
    const { clusters, oslo, lima, frames, write } = await linked();
    await write();
    await clusters.clock.pass(0);
    await expectEven(oslo, lima);
    const lengths = frames.filter((frame) => isPart(frame)).map((frame) => JSON.parse(frame).text.length);
    expect(lengths[0], "the first are short").to.equal(partCharacters.least);
    expect(Math.max(...lengths), "the link turns out to be wide").to.equal(partCharacters.most);
    expect(Math.max(...frames.map(({ length }) => length))).to.be.lessThan(longestFrame);
  });

  for (const number of [1, 6]) {
    test(`arrives all the same when part ${number} is lost: the connection ends, and the next goes on from what is saved`, async () => {
      const { clusters, oslo, lima, write } = await linked();
      let isLost = false;
      clusters.passes = (frame) => {
        if (isLost || !isPart(frame, number)) return true;
        isLost = true;
        return false;
      };
      await write();
      await rest();
      expect(lima.replication.lastIndex).to.be.lessThan(oslo.replication.lastIndex);
      clusters.passes = () => true;
      await clusters.clock.pass(6000);
      await oslo.replication.commit("m", [{ key: "shared/k", value: "next" }]);
      await clusters.clock.pass(6000);
      await expectEven(oslo, lima);
    });
  }

  test("arrives once when a part comes twice: the connection ends, and the next goes on from what is saved", async () => {
    const { clusters, oslo, lima, write } = await linked();
    let isRepeated = false;
    clusters.passes = (frame) => {
      if (!isRepeated && isPart(frame, 2)) {
        isRepeated = true;
        clusters.repeat = true;
      }
      return true;
    };
    await write();
    await rest();
    expect(lima.replication.status().state).not.to.equal("stream-wals");
    await clusters.clock.pass(6000);
    await expectEven(oslo, lima);
    expect(lima.replication.lastIndex).to.equal(oslo.replication.lastIndex);
  });

  test("arrives when the connection breaks between two of its parts", async () => {
    const { clusters, oslo, lima, frames, write } = await linked();
    clusters.passes = (frame) => {
      frames.push(frame);
      if (isPart(frame, 3)) clusters.partition("lima");
      return !isPart(frame, 3);
    };
    await write();
    await rest();
    clusters.passes = () => true;
    clusters.heal("lima");
    await clusters.clock.pass(6000);
    await expectEven(oslo, lima);
  });
});
