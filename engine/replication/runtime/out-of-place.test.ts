import { suite, test } from "node:test";
import { expect } from "chai";
import { ClusterSimulation } from "../machine/tests/cluster-simulation.suite.ts";
import type { Message } from "../protocol/message.ts";
import { protocolVersion } from "../protocol/message.ts";
import { LinkedClusters, rest } from "./linked-clusters.suite.ts";

/**
 * Messages that a primary, or an attacker in its place, may send at the wrong time. The second item matches the reason
 * with which the secondary closes the connection; undefined if it ignores the message.
 */
const fromPrimary: Readonly<Record<string, readonly [Message, RegExp | undefined]>> = {
  "entries after a gap": [{ type: "entries", entries: [entry(9)] }, /entries are missing/],
  "entries of the future, in a row": [{ type: "entries", entries: [entry(1_000_000_000)] }, /entries are missing/],
  "an entry that it has, with another text": [{ type: "entries", entries: [entry(1)] }, undefined],
  "a page, though nothing is copied": [
    { type: "page", page: { after: "", through: null, items: [] }, last: 2 },
    /the page belongs elsewhere/,
  ],
  "values, though nothing is compared": [
    { type: "values", items: [["shared/sky", "black"]], last: 2 },
    /nothing is compared/,
  ],
  "keys, though nothing is compared": [{ type: "keys", through: null, items: [] }, /nothing is compared/],
  "that a comparison is over, though there is none": [{ type: "compared" }, /nothing is compared/],
  "that the stream begins elsewhere": [
    { type: "stream", history: [], after: 7, last: 9, filtered: [] },
    /the stream begins elsewhere/,
  ],
  "a copy that goes on where none was": [
    { type: "copy", history: [], index: 2, common: 0, after: "shared/s", filtered: [] },
    /the copy goes on elsewhere/,
  ],
  "what a secondary says": [{ type: "ack", index: 2 }, /a primary does not say ack/],
  "the right to lead as of another entry": [{ type: "grant right", index: 9 }, undefined],
};

function entry(index: number) {
  return { index, epoch: 1, mount: "m", changes: [{ key: "shared/sky", value: "black" }] };
}

suite("a message out of place", () => {
  for (const [what, [message, reason]] of Object.entries(fromPrimary)) {
    test(`by a primary: ${what}, changes nothing, and the secondary streams on`, async () => {
      const simulation = await ClusterSimulation.of("oslo", "lima");
      await simulation.assemble("oslo", "lima");
      await simulation.write("oslo", { sky: "blue" });
      await simulation.settle();
      simulation.trace.length = 0;
      simulation.links
        .find(({ dialler, diallerEnd }) => dialler === "lima" && diallerEnd)
        ?.toDialler.push({ type: "message", message });
      await simulation.settle();
      expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "blue" });
      const closed = simulation.trace.find((line) => line.startsWith("lima < close the primary"));
      if (reason) expect(closed).to.match(reason);
      else expect(closed).to.equal(undefined);
      expect((await simulation.promote("lima", "lima 2")).accepted).to.equal(false);
      await simulation.pass(1000);
      await simulation.write("oslo", { sky: "red" });
      await simulation.settle();
      expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
    });
  }

  for (const frame of [
    {
      type: "introduction",
      protocol: protocolVersion,
      id: "lima",
      set: "",
      secret: "",
      addresses: { api: "", cluster: "" },
    },
    { type: "welcome", protocol: protocolVersion, addresses: { api: "", cluster: "" } },
  ]) {
    test(`before the handshake is complete: a ${frame.type} ends the connection and changes nothing`, async () => {
      const { oslo } = await LinkedClusters.of("oslo");
      await oslo.replication.roles.enablePrimary({ address: "" });
      const before = await oslo.store.all();
      const sent: string[] = [];
      const closings: true[] = [];
      const wire = {
        peer: undefined,
        send: (text: string) => void sent.push(text),
        close: () => void closings.push(true),
      };
      const listener = oslo.replication.accept(wire);
      for (let times = 0; times < 2; times++) listener.received(JSON.stringify(frame));
      await rest();
      expect(sent.map((text) => JSON.parse(text).type)).to.deep.equal(["goodbye"]);
      expect(closings).to.have.length(1);
      expect(await oslo.store.all()).to.deep.equal(before);
    });
  }

  test("by a primary that replays its welcome ends the connection, and the secondary comes back", async () => {
    const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
    await oslo.replication.roles.enablePrimary({ address: "" });
    await clusters.enableSecondary(oslo, lima);
    await rest();
    const before = await lima.store.all("shared/");
    clusters.inject(
      "oslo",
      "lima",
      JSON.stringify({ type: "welcome", protocol: protocolVersion, addresses: { api: "", cluster: "" } }),
    );
    await rest();
    expect(lima.replication.status()).to.include({ state: "idle" });
    await clusters.clock.pass(5000);
    expect(lima.replication.status()).to.include({ state: "stream-wals" });
    expect(await lima.store.all("shared/")).to.deep.equal(before);
  });
});
