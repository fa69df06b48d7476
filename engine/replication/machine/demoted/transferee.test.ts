import { suite, test } from "node:test";
import { expect } from "chai";
import { ClusterSimulation } from "../tests/cluster-simulation.suite.ts";
import { expectTrace } from "../tests/golden.suite.ts";

const demote = { type: "demote" } as const;

async function setUp(): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
  await simulation.assemble("oslo", "lima", "kyoto");
  await simulation.write("oslo", { sky: "blue" });
  await simulation.settle();
  simulation.trace.length = 0;
  return simulation;
}

function right(simulation: ClusterSimulation, name: string): string {
  const state = simulation.state(name);
  if (state.role !== "secondary") return state.role;
  const { right } = state.record;
  return right.state === "granted" ? `granted to ${right.to}` : right.state;
}

function holders(simulation: ClusterSimulation): readonly string[] {
  return ["oslo", "lima", "kyoto"].map((name) => right(simulation, name));
}

suite("the transferee of the right to lead", () => {
  test("is chosen when the loss of the other secondary is noticed after the demotion", async () => {
    const simulation = await setUp();
    await simulation.command("oslo", demote);
    await simulation.settle();
    expect(holders(simulation)).to.deep.equal(["held", "none", "none"]);
    simulation.note("oslo notices that kyoto is gone");
    simulation.disconnect("kyoto", "oslo");
    await simulation.settle();
    expect(holders(simulation)).to.deep.equal(["granted to lima", "held", "none"]);
    expectTrace("transferee-after-disconnect", simulation.trace);
  });

  test("is chosen when the other secondary has not answered heartbeats", async () => {
    const simulation = await setUp();
    await simulation.command("oslo", demote);
    simulation.block("kyoto", "oslo");
    simulation.mute("kyoto", "oslo");
    await simulation.pass(6000);
    expect(holders(simulation)).to.deep.equal(["held", "none", "none"]);
    await simulation.pass(6000);
    expect(holders(simulation)).to.deep.equal(["granted to lima", "held", "none"]);
  });

  test("gets the right when it has caught up, and not before", async () => {
    const simulation = await setUp();
    await simulation.write("oslo", { sky: "red" });
    await simulation.command("oslo", demote);
    simulation.disconnect("kyoto", "oslo");
    await simulation.settleUntil(() => simulation.state("lima").log.last === 3);
    expect(right(simulation, "oslo")).to.equal("held");
    await simulation.settle();
    expect(holders(simulation)).to.deep.equal(["granted to lima", "held", "none"]);
  });

  test("is none of two that are connected, however long, and stays one when the other returns", async () => {
    const simulation = await setUp();
    await simulation.command("oslo", demote);
    await simulation.pass(60_000);
    expect(holders(simulation)).to.deep.equal(["held", "none", "none"]);
    simulation.breakConnections("oslo", "kyoto");
    await simulation.pass(1000);
    expect(holders(simulation)).to.deep.equal(["granted to lima", "held", "none"]);
    simulation.note("kyoto is back, and lima goes");
    simulation.disconnect("lima", "oslo");
    await simulation.pass(60_000);
    expect(holders(simulation)).to.deep.equal(["granted to lima", "held", "none"]);
    expect((await simulation.promote("kyoto", "kyoto 2")).accepted).to.equal(false);
  });

  test("is none that was lost together with the other secondary", async () => {
    const simulation = await setUp();
    await simulation.command("oslo", demote);
    await simulation.settle();
    for (const name of ["kyoto", "lima"]) {
      simulation.disconnect(name, "oslo");
    }
    await simulation.pass(20_000);
    expect(holders(simulation)).to.deep.equal(["held", "none", "none"]);
  });

  for (const [event, lose] of [
    ["both secondaries were lost", async () => {}],
    ["the demoted cluster was restarted", (simulation: ClusterSimulation) => simulation.restart("oslo")],
  ] as const) {
    test(`after ${event} is not the first to return while others may follow, but the only one that did`, async () => {
      const simulation = await setUp();
      await simulation.command("oslo", demote);
      await simulation.settle();
      for (const name of ["kyoto", "lima"]) {
        simulation.disconnect(name, "oslo");
      }
      await simulation.settle();
      await lose(simulation);
      simulation.unblock("kyoto", "oslo");
      await simulation.pass(9000);
      expect(holders(simulation)).to.deep.equal(["held", "none", "none"]);
      await simulation.pass(9000);
      expect(holders(simulation)).to.deep.equal(["granted to kyoto", "none", "held"]);
    });
  }

  test("is none where both return, and the demoted cluster may take its role back", async () => {
    const simulation = await setUp();
    await simulation.command("oslo", demote);
    await simulation.settle();
    for (const name of ["kyoto", "lima"]) simulation.breakConnections("oslo", name);
    await simulation.pass(60_000);
    expect(holders(simulation)).to.deep.equal(["held", "none", "none"]);
    expect((await simulation.promote("oslo", "oslo 2")).accepted).to.equal(true);
    expect(right(simulation, "oslo")).to.equal("primary");
  });

  test("is none once a cluster of a later era was met", async () => {
    const simulation = await setUp();
    await simulation.command("oslo", demote);
    await simulation.settle();
    await simulation.usurp("kyoto", "kyoto 2");
    await simulation.pass(20_000);
    expect(holders(simulation)).to.deep.equal(["none", "none", "primary"]);
  });
});
