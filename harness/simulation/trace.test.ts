import { test } from "node:test";
import { expect } from "chai";
import { Network } from "./network.ts";
import { random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { Trace } from "./trace.ts";

const address = "ws://lima.simulated:8201";

type Line = Readonly<{ kind: string; digest: string }>;

/** The trace of one frame from Oslo to Lima, and the line that tells of it. */
async function traced(frame: string): Promise<Readonly<{ text: string; told: Line }>> {
  const scheduler = new Scheduler();
  const trace = new Trace(() => scheduler.elapsed());
  const network = new Network({ scheduler, random: random(1, "network"), trace });
  const deaf = { opened() {}, received() {}, closed() {} };
  network.listen(address, { host: "lima", accept: () => deaf });
  network.dial("oslo", address, deaf).send(frame);
  await scheduler.pass(100);
  const text = trace.text();
  const line = text.split("\n").find((one) => one.includes(`"size":${frame.length}`));
  return { text, told: JSON.parse(line ?? "{}") };
}

test("a trace is one line of JSON an event, with the time in milliseconds since the beginning", () => {
  let elapsed = 0;
  const trace = new Trace(() => elapsed);
  trace.note("cut", { one: "oslo", other: "lima" });
  elapsed = 12.34567;
  trace.note("log", { what: "two\nlines", count: 2 });
  expect(trace.text()).to.equal(
    '{"at":0,"event":"cut","one":"oslo","other":"lima"}\n{"at":12.346,"event":"log","what":"two\\nlines","count":2}\n',
  );
});

test("a trace shows of a frame its type, size and digest, and nothing of its content", async () => {
  const frames = [
    '{"type":"message","message":{"value":"hush-hush"}}',
    '{"type":"message","message":{"type":"hush-hush"}}',
    '{"message":{"type":"hush-hush"},"type":"message"}',
    '"type":"hush-hush"',
    "hush-hush",
  ];
  for (const frame of frames) {
    const { text, told } = await traced(frame);
    expect(text, frame).to.not.include("hush");
    expect(told, frame).to.have.all.keys("at", "event", "from", "to", "kind", "size", "digest");
    expect(told.kind, frame).to.equal(frame.startsWith('{"type"') ? "message" : "frame");
    expect(told.digest, frame).to.match(/^[0-9a-f]{12}$/);
  }
});

test("frames with different contents are told apart by their digests, the same by nothing", async () => {
  const digest = async (frame: string) => (await traced(frame)).told.digest;
  expect(await digest('{"type":"message","message":1}')).to.equal(await digest('{"type":"message","message":1}'));
  expect(await digest('{"type":"message","message":1}')).to.not.equal(await digest('{"type":"message","message":2}'));
});
