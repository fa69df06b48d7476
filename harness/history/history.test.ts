import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, suite, test } from "node:test";
import { expect } from "chai";
import { Canaries } from "./canaries.ts";
import { dataIndexOf } from "./data-index.ts";
import { type Event, type Heading, historyVersion } from "./event.ts";
import { History } from "./history.ts";
import { LineFile } from "./line-file.ts";
import { readHistory } from "./read-history.ts";
import { recording } from "./recorder.suite.ts";

const heading: Heading = {
  history: historyVersion,
  by: "a test",
  stage: "simulated",
  play: "x:1",
  clusters: ["Oslo"],
  sees: ["start", "end"],
};

suite("a history", () => {
  test("has one order, the stage's time, and the end of each fault", () => {
    let now = 5.12345;
    const events: Event[] = [];
    const history = new History(() => now);
    history.subscribe((event) => void events.push(event));
    history.note({ type: "fault", kind: "partition", parties: ["Oslo", "Lima"] });
    history.note({ type: "fault", kind: "black hole", parties: ["Oslo", "Kyoto"] });
    now += 1;
    history.heal(["Lima", "Oslo"]);
    history.heal(["Lima", "Oslo"]);
    expect(events).to.deep.equal([
      { type: "fault", seq: 1, at: 5.123, kind: "partition", parties: ["Oslo", "Lima"] },
      { type: "fault", seq: 2, at: 5.123, kind: "black hole", parties: ["Oslo", "Kyoto"] },
      { type: "heal", seq: 3, at: 6.123, cause: 1, parties: ["Lima", "Oslo"] },
    ]);
  });

  test("contains no secret, but records where one was seen", () => {
    const { recorder, events } = recording(() => 0);
    const secret = "s3cr3t-of-the-house";
    recorder.learn({ password: secret }, { cluster: "Oslo", path: "database/config/app", cause: 1 });
    recorder.log({ cluster: "Oslo", level: "info", message: `it is ${secret}` });
    recorder.frame({ from: "Oslo", to: "Lima", content: `{"type":"message","message":{"value":"${secret}"}}` });
    expect(JSON.stringify(events)).not.to.include(secret);
    expect(events.filter(({ type }) => type === "sighting")).to.deep.equal([
      { type: "sighting", seq: 3, at: 0, canary: "canary 1", where: "log", form: "clear", cluster: "Oslo", cause: 2 },
      {
        type: "sighting",
        seq: 5,
        at: 0,
        canary: "canary 1",
        where: "wire",
        form: "clear",
        cluster: "Oslo",
        to: "Lima",
        cause: 4,
      },
    ]);
  });
});

suite("secrets are found", () => {
  const secret = "canary-ÆØÅ-0123456789";
  const forms = {
    clear: `{"a":"x${secret}y"}`,
    hex: Buffer.from(`ab${secret}c`).toString("hex"),
    ...Object.fromEntries(
      ["", "a", "ab", "abc"].map((before) => [
        `base64 ${before}`,
        Buffer.from(`${before}${secret}cd`).toString("base64"),
      ]),
    ),
    "base64 url": Buffer.from(`a${secret}??>>`).toString("base64url"),
  };
  for (const [form, text] of Object.entries(forms)) {
    test(`as ${form}`, () => {
      const canaries = new Canaries();
      for (let count = 0; count < 1_000; count += 1) canaries.add(`another secret, number ${count}`);
      expect(canaries.in(text)).to.deep.equal([]);
      const canary = canaries.add(secret);
      expect(canaries.in(text)).to.deep.equal([{ canary, form: form.split(" ")[0] }]);
    });
  }

  test("not if only a part of them is in the text, and never if they are as short as words", () => {
    const canaries = new Canaries();
    expect(canaries.add("blue")).to.equal(undefined);
    canaries.add(secret);
    expect(canaries.in(secret.slice(0, -1))).to.deep.equal([]);
    expect(canaries.in("")).to.deep.equal([]);
  });

  test("in linear time, even if a text has the end of many secrets at every position", () => {
    const canaries = new Canaries();
    for (let count = 0; count < 16; count += 1) canaries.add(`${"x".repeat(200 + count)}y${"x".repeat(12)}`);
    const costOf = (text: string) => {
      const before = process.threadCpuUsage();
      expect(canaries.in(text)).to.deep.equal([]);
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    };
    const length = 1 << 20;
    costOf("ab".repeat(length / 2));
    const ordinary = costOf("cd".repeat(length / 2));
    // With the bound on the comparisons, the cost is 7 to 150 times that of an ordinary text; without it, 5,000 times.
    expect(costOf("x".repeat(length))).to.be.below(500 * ordinary + 100_000);
  });

  test("once each, even if they are repetitive", () => {
    const canaries = new Canaries();
    const alike = [40, 200, 300].map((count) => canaries.add("x".repeat(count)));
    const found = canaries.in("x".repeat(100_000));
    expect(found.map(({ canary }) => canary)).to.have.members(alike);
  });
});

test("of several values of the index header, the last is parsed, and invalid values are ignored", () => {
  const header = (entry: number) => Buffer.from(`v1:the-set:0:${entry}:mac`).toString("base64");
  expect(dataIndexOf(header(12))).to.deep.equal({ set: "the-set", entry: 12 });
  expect(dataIndexOf(`${header(12)}, ${header(13)}`)).to.deep.equal({ set: "the-set", entry: 13 });
  for (const text of [undefined, "", "hello", "bm8gaW5kZXg="]) expect(dataIndexOf(text)).to.equal(undefined);
});

suite("a file of histories", () => {
  let folder = "";
  let file = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "understudy-history-"));
    file = join(folder, "history.ndjson");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const ended = { type: "end", seq: 2, at: 2 };
  const whole = [heading, { type: "start", seq: 1, at: 1, cluster: "Oslo" }, ended];
  const text = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

  async function read(): Promise<readonly string[]> {
    const callbacks: string[] = [];
    await readHistory(file, {
      begin: ({ play }, line) => void callbacks.push(`${play} at ${line}`),
      take: ({ type, seq }) => void callbacks.push(`${seq} ${type}`),
    });
    return callbacks;
  }

  test("is read back as it was written, one history after the other", async () => {
    using written = new LineFile(file);
    for (const line of [...whole, ...whole]) written.add(JSON.stringify(line));
    written[Symbol.dispose]();
    expect(await readFile(file, "utf8")).to.equal(text([...whole, ...whole]));
    expect(await read()).to.deep.equal(["x:1 at 1", "1 start", "2 end", "x:1 at 4", "1 start", "2 end"]);
  });

  const broken: Readonly<Record<string, readonly [text: string, complaint: RegExp]>> = {
    "is empty": ["", /the file is empty$/],
    "is truncated between two events": [
      text(whole.slice(0, -1)),
      /:2: the history is truncated: it has no event "end"$/,
    ],
    "is truncated within an event": [
      text(whole).slice(0, -8),
      /:3: this line is not JSON; the history may be truncated here$/,
    ],
    "has a gap in the event numbers": [text([heading, ended]), /:2: expected event 1, found event 2$/],
    "has another format version": [
      text([{ ...heading, history: 7 }]),
      /:1: history version 7 is not supported; supported: 1$/,
    ],
    "has a heading without clusters": [text([{ ...heading, clusters: 1 }]), /:1: clusters: /],
    "has no heading": [text(whole.slice(1)), /:1: a history begins with a line \{"history":1,…\}$/],
    "has an unknown event": [
      text([heading, { type: "party", seq: 1, at: 1 }]),
      /:2: unknown event type "party"; known: request, answer/,
    ],
    "has an event with a missing member": [
      text([heading, { type: "start", seq: 1, at: 1 }]),
      /:2: event "start": cluster: /,
    ],
  };
  for (const [what, [content, complaint]] of Object.entries(broken)) {
    test(`is refused with the line number if it ${what}`, async () => {
      await writeFile(file, content);
      const error = await read().then(
        () => expect.fail("expected the file to be refused"),
        (error: unknown) => error,
      );
      expect(error).to.have.property("name", "Unreadable");
      expect(error).to.have.property("message").that.matches(complaint).and.includes(file);
    });
  }
});
