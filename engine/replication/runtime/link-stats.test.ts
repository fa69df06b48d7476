import { suite, test } from "node:test";
import { expect } from "chai";
import { ManualClock } from "../../engine.suite.ts";
import type { Message } from "../protocol/message.ts";
import { LinkStats } from "./link-stats.ts";

function fixture() {
  const [here, there] = [new ManualClock(), new ManualClock()];
  const pass = async (seconds: number) => {
    await here.pass(seconds);
    await there.pass(seconds);
  };
  const [primary, secondary] = [new LinkStats(here), new LinkStats(there)];
  const round = async ({ last, acknowledged }: Readonly<{ last: number; acknowledged: number }>) => {
    const beat: Message = { type: "heartbeat", last };
    const asked = primary.sent(beat);
    await pass(1);
    secondary.received(asked);
    const ack: Message = { type: "ack", index: acknowledged };
    const answer = secondary.sent(ack);
    await pass(1);
    primary.received(answer);
    return { asked, answer };
  };
  return { here, ahead: there.pass(5), pass, primary, secondary, round };
}

suite("the statistics of a link", () => {
  test("measure the round trip of a heartbeat and the clock skew at both ends", async () => {
    const { ahead, primary, secondary, round } = fixture();
    await ahead;
    await round({ last: 7, acknowledged: 7 });
    expect(primary.facts).to.include({ roundTripMilliseconds: 2000, clockSkewMilliseconds: 5000 });
    expect(secondary.facts).not.to.have.property("roundTripMilliseconds");
    await round({ last: 7, acknowledged: 7 });
    expect(secondary.facts).to.deep.equal({ roundTripMilliseconds: 2000, clockSkewMilliseconds: -5000 });
  });

  test("have the time at which the secondary had all entries: that of the oldest heartbeat it caught up with", async () => {
    const { here, ahead, primary, round } = fixture();
    await ahead;
    const begun = here.now();
    await round({ last: 7, acknowledged: 7 });
    expect(primary.facts.caughtUpAt).to.equal(begun);
    await round({ last: 9, acknowledged: 8 });
    await round({ last: 12, acknowledged: 8 });
    expect(primary.facts.caughtUpAt).to.equal(begun);
    await round({ last: 12, acknowledged: 9 });
    expect(primary.facts.caughtUpAt).to.equal(begun + 2000);
  });

  test("add the time only to the answer to a heartbeat", async () => {
    const { ahead, secondary, round } = fixture();
    await ahead;
    const { answer } = await round({ last: 7, acknowledged: 7 });
    expect(answer).to.have.property("at");
    expect(secondary.sent({ type: "ack", index: 8 })).to.deep.equal({ type: "ack", index: 8 });
  });
});
