import { suite, test } from "node:test";
import { expect } from "chai";
import { HandClock } from "../../engine.suite.ts";
import type { Message } from "../protocol/message.ts";
import { LinkStats } from "./link-stats.ts";

/** Two ends of a connection whose messages take a second each way; the secondary's clock is five seconds ahead. */
function fixture() {
  const [here, there] = [new HandClock(), new HandClock()];
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

suite("the pulse of a connection", () => {
  test("tells how long a heartbeat takes to be answered, and how far the other clock is ahead, at both ends", async () => {
    const { ahead, primary, secondary, round } = fixture();
    await ahead;
    await round({ last: 7, acknowledged: 7 });
    expect(primary.facts).to.include({ took: 2000, skew: 5000 });
    expect(secondary.facts).not.to.have.property("took");
    await round({ last: 7, acknowledged: 7 });
    expect(secondary.facts).to.deep.equal({ took: 2000, skew: -5000 });
  });

  test("knows of when the secondary had everything: of the oldest heartbeat that it has caught up with", async () => {
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

  test("has only the answer to a heartbeat tell the time", async () => {
    const { ahead, secondary, round } = fixture();
    await ahead;
    const { answer } = await round({ last: 7, acknowledged: 7 });
    expect(answer).to.have.property("at");
    expect(secondary.sent({ type: "ack", index: 8 })).to.deep.equal({ type: "ack", index: 8 });
  });
});
