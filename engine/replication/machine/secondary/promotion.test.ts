import { test } from "node:test";
import { expect } from "chai";
import { type Claim, claimOf, isFenced } from "../../protocol/claim.ts";
import { upstreamPeer } from "../../protocol/peer.ts";
import { step } from "../machine.ts";
import { ClusterSimulation } from "../tests/cluster-simulation.suite.ts";
import { isConsistent } from "./promotion.ts";

const keys = Object.fromEntries(Array.from({ length: 1100 }, (_, i) => [`k${String(i).padStart(4, "0")}`, "x"]));

async function copyAfter(deliveries: number) {
  const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
  await simulation.write("oslo", keys);
  await simulation.assemble("oslo");
  await simulation.enableSecondary("oslo", "lima");
  let delivered = 0;
  await simulation.settleUntil(() => delivered++ >= deliveries);
  // The copy ends when there are no more messages.
  return { simulation, isOver: delivered <= deliveries };
}

async function moveOver(simulation: ClusterSimulation, primary: string, secondary: string): Promise<void> {
  const activation = await simulation.activation(primary, secondary);
  await simulation.command(secondary, { type: "update primary", activation });
  await simulation.pass(10_000);
}

test("a promotion without force at each moment of a copy is refused, changes nothing, and the copy goes on to its end", async () => {
  let moments = 0;
  for (let isPast = false; !isPast; moments++) {
    const { simulation, isOver } = await copyAfter(moments);
    isPast = isOver;
    const before = simulation.state("lima");
    const verdict = await simulation.promote("lima", "lima 2").catch(() => undefined);
    expect(verdict?.accepted, `moment ${moments}`).to.equal(false);
    const after = simulation.state("lima");
    expect(after.role === "secondary" && { right: after.record.right, upstream: after.record.upstream }).to.deep.equal({
      right: { state: "none" },
      upstream: before.role === "secondary" && before.record.upstream,
    });
    await simulation.write("oslo", { meanwhile: String(moments) });
    await simulation.pass(10_000);
    expect(await simulation.shared("lima")).to.deep.equal(await simulation.shared("oslo"));
  }
  expect(moments, "moments that were tried").to.be.greaterThan(6);
});

test("a cluster that is promoted by force at each moment of a copy keeps what it has; the others get just that, and no more", async () => {
  let halves = 0;
  let moments = 0;
  for (let isPast = false; !isPast; moments++) {
    const { simulation, isOver } = await copyAfter(moments);
    isPast = isOver;
    const lima = simulation.state("lima");
    if (lima.role === "secondary" && !isConsistent(lima.record, lima.log)) halves += 1;
    const held = await simulation.shared("lima");
    await simulation.command("lima", { type: "promote", force: true, era: "lima 2", address: "" });
    await simulation.write("lima", { after: String(moments) });
    await simulation.pass(10_000);
    const own = { ...held, "shared/after": String(moments) };
    expect(await simulation.shared("lima"), `moment ${moments}`).to.deep.equal(own);
    await simulation.command("oslo", { type: "demote" });
    await moveOver(simulation, "lima", "oslo");
    expect(await simulation.shared("oslo"), `moment ${moments}`).to.deep.equal(own);
    expect(simulation.state("oslo").role).to.equal("secondary");
  }
  expect(halves, "moments at which a part of the copy was there").to.be.greaterThan(2);
});

test("a later claim fences a primary also on a connection that it has just closed, and an earlier one changes nothing", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  await simulation.usurp("lima", "lima 3");
  await simulation.pass(1_000);
  const state = simulation.state("lima");
  if (state.role !== "primary") throw new Error(`lima is ${state.role}`);
  expect(state.connection.phase, "oslo has received it").to.equal("none");
  const { epoch } = claimOf(state.record.history);
  const claimArrives = (claim: Claim) =>
    step(state, { type: "message", from: upstreamPeer, message: { type: "claim", claim }, now: 2_000 });
  const [fenced, effects] = claimArrives({ epoch: epoch + 2, id: "oslo 5" });
  expect(fenced.role === "primary" && isFenced(fenced.record)).to.equal(true);
  expect(effects.apply).to.deep.equal(["leadership"]);
  const [unchanged, nothing] = claimArrives({ epoch: epoch - 1, id: "oslo" });
  expect(unchanged.record).to.deep.equal(state.record);
  expect(nothing.apply ?? []).to.deep.equal([]);
});
