import { test } from "node:test";
import { expect } from "chai";
import { Network } from "#harness/simulation/network.ts";
import { random } from "#harness/simulation/random.ts";
import { Scheduler } from "#harness/simulation/scheduler.ts";
import { History } from "./history.ts";
import { recording } from "./recorder.suite.ts";
import { TraceView } from "./trace-view.ts";

const address = "wss://lima.simulated:8201";

type Line = Readonly<{ kind: string; digest: string }>;

async function traced(frame: string): Promise<Readonly<{ text: string; line: Line }>> {
  const scheduler = new Scheduler();
  const { recorder, events } = recording(() => scheduler.exactNow());
  const network = new Network({ scheduler, random: random(1, "network"), recorder, proves: () => true });
  const noop = { opened() {}, received() {}, closed() {} };
  network.listen(address, { host: "lima", accept: () => noop });
  const credentials = { certificate: "a certificate", privateKey: "its key" };
  network.serveAs("lima", credentials);
  network.dial({ from: "oslo", credentials }, address, noop).send(frame);
  await scheduler.pass(100);
  const view = new TraceView(0);
  const text = events.map((event) => view.line(event) ?? "").join("\n");
  const line = text.split("\n").find((one) => one.includes(`"size":${frame.length}`));
  return { text, line: JSON.parse(line ?? "{}") };
}

test("a trace has one line of JSON for each event, with milliseconds since the beginning", () => {
  let elapsed = 0;
  const history = new History(() => 1_000 + elapsed);
  const view = new TraceView(1_000);
  const lines: (string | undefined)[] = [];
  history.subscribe((event) => void lines.push(view.line(event)));
  history.note({ type: "fault", kind: "partition", parties: ["Oslo", "Lima"] });
  elapsed = 12.34567;
  history.note({ type: "log", cluster: "Oslo", level: "info", message: "two\nlines", facts: { count: 2 } });
  expect(lines).to.deep.equal([
    '{"at":0,"event":"partition","parties":["Oslo","Lima"]}',
    '{"at":12.346,"event":"log","cluster":"Oslo","level":"info","what":"two\\nlines","count":2}',
  ]);
});

test("a trace shows the type, size and digest of a frame, and none of its contents", async () => {
  const frames = [
    '{"type":"message","message":{"value":"hush-hush"}}',
    '{"type":"message","message":{"type":"hush-hush"}}',
    '{"message":{"type":"hush-hush"},"type":"message"}',
    '"type":"hush-hush"',
    "hush-hush",
  ];
  for (const frame of frames) {
    const { text, line } = await traced(frame);
    expect(text, frame).to.not.include("hush");
    expect(line, frame).to.have.all.keys("at", "event", "from", "to", "kind", "size", "digest");
    expect(line.kind, frame).to.equal(frame.startsWith('{"type"') ? "message" : "frame");
    expect(line.digest, frame).to.match(/^[0-9a-f]{12}$/);
  }
});

test("frames have equal digests if and only if their contents are equal", async () => {
  const digest = async (frame: string) => (await traced(frame)).line.digest;
  expect(await digest('{"type":"message","message":1}')).to.equal(await digest('{"type":"message","message":1}'));
  expect(await digest('{"type":"message","message":1}')).to.not.equal(await digest('{"type":"message","message":2}'));
});
