import { suite, test } from "node:test";
import { expect } from "chai";
import type { Message } from "../../protocol/message.ts";
import { upstreamPeer } from "../../protocol/peer.ts";
import { step } from "../machine.ts";
import { ClusterSimulation } from "../tests/cluster-simulation.suite.ts";

async function fixture() {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  await simulation.write("oslo", { sky: "blue" });
  await simulation.settle();
  const streaming = simulation.state("lima");
  if (streaming.role !== "secondary" || streaming.connection.phase !== "connected") throw new Error("lima is idle");
  const connection = { ...streaming.connection, hello: { state: "unanswered" } } as const;
  return { greeting: { ...streaming, connection } };
}

suite("before the primary has answered the hello", () => {
  const messages: readonly Message[] = [
    { type: "entries", entries: [] },
    { type: "page", page: { after: "", through: null, items: [] }, last: 1 },
    { type: "values", items: [], last: 1 },
    { type: "compared" },
  ];
  for (const message of messages) {
    test(`${message.type} end the connection and change no data`, async () => {
      const { greeting } = await fixture();
      const [next, { save, send }] = step(greeting, { type: "message", from: upstreamPeer, message, now: 0 });
      const reason = `a primary does not say ${message.type} before it has answered the hello`;
      expect(next).to.deep.include({ role: "secondary", record: greeting.record, log: greeting.log });
      expect(next).to.have.nested.property("connection.phase", "waiting");
      expect(save).to.equal(undefined);
      expect(send).to.deep.equal([{ type: "close", to: upstreamPeer, reason }]);
    });
  }
});
