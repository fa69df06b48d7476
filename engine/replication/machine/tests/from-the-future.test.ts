import { test } from "node:test";
import { expect } from "chai";
import type { Message } from "../../protocol/message.ts";
import { ClusterSimulation } from "./cluster-simulation.suite.ts";

const future = 1e15;

async function streaming() {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  await simulation.write("oslo", { sky: "blue" });
  await simulation.settle();
  const says = async (who: "oslo" | "lima", message: Message) => {
    const link = simulation.links.findLast(({ hostEnd, diallerEnd }) => hostEnd && diallerEnd);
    link?.[who === "lima" ? "toHost" : "toDialler"].push({ type: "message", message });
    await simulation.settle();
  };
  const progress = () => {
    const state = simulation.state("oslo");
    return state.role === "primary" ? state.secondaries[0] : undefined;
  };
  const expectEven = async () => {
    await simulation.pass(10_000);
    expect(await simulation.shared("lima")).to.deep.equal(await simulation.shared("oslo"));
    expect(simulation.state("lima").log.last).to.equal(simulation.state("oslo").log.last);
  };
  return { simulation, says, progress, expectEven };
}

test("an ack beyond the log counts as one of what was sent, one from before as nothing, and entries go on", async () => {
  const { simulation, says, progress, expectEven } = await streaming();
  const { last } = simulation.state("oslo").log;
  await says("lima", { type: "ack", index: future });
  expect(progress()).to.include({ phase: "streaming", sent: last, acknowledged: last });
  await says("lima", { type: "ack", index: 0 });
  expect(progress()).to.include({ phase: "streaming", sent: last, acknowledged: last });
  await simulation.write("oslo", { sky: "red" });
  expect(progress(), "what it has not acknowledged is not taken for acknowledged").to.include({ acknowledged: last });
  await expectEven();
});

test("an ack beyond the log gives no right to lead: what the secondary lacks has to arrive first", async () => {
  const { simulation, says, progress } = await streaming();
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  await simulation.write("oslo", { sky: "red" });
  await simulation.command("oslo", { type: "demote" });
  await says("lima", { type: "ack", index: future });
  expect(progress()).to.equal(undefined);
  await simulation.pass(10_000);
  expect((await simulation.promote("lima", "lima 2")).accepted).to.equal(true);
  expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
});

for (const [what, message] of [
  [
    "entries",
    {
      type: "entries",
      entries: [{ index: future, epoch: 1, mount: "", changes: [{ key: "shared/sky", value: "green" }] }],
    },
  ],
  ["a stream", { type: "stream", history: [], after: future, last: future, filtered: [] }],
  [
    "a page",
    { type: "page", page: { after: "shared/z", through: null, items: [["shared/sky", "green"]] }, last: future },
  ],
] as const satisfies readonly (readonly [string, Message])[]) {
  test(`${what} from the future ends the connection, changes nothing, and the next goes on where the log is`, async () => {
    const { simulation, says, expectEven } = await streaming();
    const { log } = simulation.state("lima");
    await says("oslo", message);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "blue" });
    expect(simulation.state("lima").log).to.deep.equal(log);
    await simulation.write("oslo", { sky: "red" });
    await expectEven();
  });
}

test("a heartbeat from the future is a lag until the next one, and nothing else", async () => {
  const { simulation, says, expectEven } = await streaming();
  await says("oslo", { type: "heartbeat", last: future });
  expect(simulation.state("lima")).to.include({ role: "secondary", primaryLastIndex: future });
  await expectEven();
  expect(simulation.state("lima")).to.include({ primaryLastIndex: simulation.state("oslo").log.last });
});

test("a secondary without a history that has entries of the future is copied", async () => {
  const { simulation, says, progress, expectEven } = await streaming();
  const hello = { type: "hello", index: future, reach: 0, copied: null, comparing: false, filtered: [] } as const;
  simulation.trace.length = 0;
  await says("lima", { ...hello, history: [], claim: { epoch: 0, id: "" }, holdsRight: false, credit: 1000 });
  expect(simulation.trace.join("\n")).to.contain("oslo < lima: copy");
  await expectEven();
  expect(progress()).to.include({ phase: "streaming", sent: simulation.state("oslo").log.last });
});

test("a secondary that says it is in the future is not streamed to: it gets what the primary has in place of what it has", async () => {
  const { simulation, says, expectEven } = await streaming();
  const state = simulation.state("oslo");
  if (state.role !== "primary") throw new Error("oslo is no primary");
  const hello = { type: "hello", index: future, reach: future, copied: null, comparing: false, filtered: [] } as const;
  const { history } = state.record;
  await says("lima", { ...hello, history, claim: { epoch: 1, id: "oslo 1" }, holdsRight: false, credit: 1000 });
  await simulation.write("oslo", { sky: "red" });
  await expectEven();
});
