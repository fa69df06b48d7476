import { suite, test } from "node:test";
import { expect } from "chai";
import { isFenced } from "../../protocol/claim.ts";
import { ClusterSimulation } from "../tests/cluster-simulation.suite.ts";
import { expectTrace } from "../tests/golden.suite.ts";

const demote = { type: "demote" } as const;

/**
 * Oslo is the primary of Lima and Kyoto. Its store is copied after the entry "blue"; then it writes "red" and "green",
 * which both secondaries receive.
 */
async function setUp() {
  const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
  await simulation.assemble("oslo", "lima", "kyoto");
  await simulation.write("oslo", { sky: "blue" });
  await simulation.settle();
  const copy = await simulation.copyStore("oslo");
  await simulation.write("oslo", { sky: "red", sea: "green" });
  await simulation.settle();
  simulation.trace.length = 0;
  return { simulation, copy };
}

function isFencedNow(simulation: ClusterSimulation, name: string): boolean {
  const state = simulation.state(name);
  return state.role === "primary" && isFenced(state.record);
}

function connectionOf(simulation: ClusterSimulation, name: string) {
  const state = simulation.state(name);
  if (state.role !== "secondary") throw new Error(`${name} is ${state.role}`);
  return state.connection;
}

async function isWritten(simulation: ClusterSimulation, name: string, value: string): Promise<boolean> {
  return (await simulation.write(name, { sky: value })).accepted;
}

suite("a primary that is started over an older store", () => {
  test("is fenced by a secondary with later entries, which keeps them", async () => {
    const { simulation, copy } = await setUp();
    simulation.block("kyoto", "oslo");
    simulation.note("an older store of oslo is restored");
    await simulation.restoreStore("oslo", copy);
    await simulation.pass(250);
    expectTrace("restored-primary", simulation.trace);
    expect(isFencedNow(simulation, "oslo")).to.equal(true);
    expect(await isWritten(simulation, "oslo", "grey")).to.equal(false);
    expect(connectionOf(simulation, "lima")).to.deep.include({ phase: "waiting" });
    expect(connectionOf(simulation, "lima"))
      .to.have.property("endedBecause")
      .that.matches(/older one/);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red", "shared/sea": "green" });
    await simulation.restart("oslo");
    await simulation.pass(20_000);
    expect(isFencedNow(simulation, "oslo"), "after a restart").to.equal(true);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red", "shared/sea": "green" });
  });

  for (const [written, values] of [
    ["fewer entries than it lost", { sky: "grey" }],
    ["as many entries as it lost", { sky: "grey", fog: "thick" }],
    ["more entries than it lost", { sky: "grey", fog: "thick", sun: "low" }],
  ] as const) {
    test(`is fenced when the secondary returns after it wrote ${written}`, async () => {
      const { simulation, copy } = await setUp();
      for (const name of ["lima", "kyoto"]) simulation.block(name, "oslo");
      await simulation.restoreStore("oslo", copy);
      await simulation.settle();
      expect((await simulation.write("oslo", values)).accepted).to.equal(true);
      simulation.unblock("lima", "oslo");
      await simulation.pass(10_000);
      expect(isFencedNow(simulation, "oslo")).to.equal(true);
      expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red", "shared/sea": "green" });
    });
  }

  test("is fenced though it was restarted once more, and though the copy was made just after a start", async () => {
    const simulation = await ClusterSimulation.of("oslo", "lima");
    await simulation.assemble("oslo", "lima");
    await simulation.write("oslo", { sky: "blue" });
    await simulation.restart("oslo");
    await simulation.pass(1000);
    const copy = await simulation.copyStore("oslo");
    await simulation.write("oslo", { sky: "red" });
    await simulation.settle();
    simulation.block("lima", "oslo");
    await simulation.restoreStore("oslo", copy);
    await simulation.pass(1000);
    await simulation.restart("oslo");
    await simulation.write("oslo", { sky: "grey", fog: "thick" });
    simulation.unblock("lima", "oslo");
    await simulation.pass(10_000);
    expect(isFencedNow(simulation, "oslo")).to.equal(true);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
  });

  test("goes on streaming to a secondary that has no later entries", async () => {
    const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
    await simulation.assemble("oslo", "lima", "kyoto");
    simulation.disconnect("kyoto", "oslo");
    await simulation.settle();
    await simulation.write("oslo", { sky: "blue" });
    await simulation.settle();
    const copy = await simulation.copyStore("oslo");
    await simulation.write("oslo", { sky: "red" });
    await simulation.settle();
    simulation.block("lima", "oslo");
    await simulation.restoreStore("oslo", copy);
    await simulation.write("oslo", { fog: "thick" });
    simulation.unblock("kyoto", "oslo");
    await simulation.pass(10_000);
    expect(isFencedNow(simulation, "oslo")).to.equal(false);
    expect(await simulation.shared("kyoto")).to.deep.equal({ "shared/sky": "blue", "shared/fog": "thick" });
    simulation.unblock("lima", "oslo");
    await simulation.pass(10_000);
    expect(isFencedNow(simulation, "oslo")).to.equal(true);
    expect(await simulation.shared("kyoto")).to.deep.equal({ "shared/sky": "blue", "shared/fog": "thick" });
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
  });

  test("gives up its own branch, exactly, for the secondary that is promoted by force", async () => {
    const { simulation, copy } = await setUp();
    for (const name of ["lima", "kyoto"]) simulation.block(name, "oslo");
    await simulation.restoreStore("oslo", copy);
    await simulation.write("oslo", { sky: "grey", fog: "thick", sun: "low" });
    simulation.unblock("lima", "oslo");
    await simulation.pass(10_000);
    expect((await simulation.usurp("lima", "lima 2")).accepted).to.equal(true);
    await simulation.command("oslo", demote);
    await simulation.move("oslo", "lima");
    await simulation.settle();
    expect(await simulation.shared("oslo")).to.deep.equal({ "shared/sky": "red", "shared/sea": "green" });
    const { record } = simulation.state("oslo");
    expect(record && "discardedBranch" in record && record.discardedBranch).to.deep.include({
      entries: 3,
      first: 3,
      last: 5,
    });
  });

  test("keeps its own branch when it is demoted and promoted by force: the secondary then gives up its entries, exactly", async () => {
    const { simulation, copy } = await setUp();
    simulation.block("kyoto", "oslo");
    await simulation.restoreStore("oslo", copy);
    await simulation.write("oslo", { sky: "grey" });
    await simulation.pass(10_000);
    await simulation.command("oslo", demote);
    expect((await simulation.promote("oslo", "oslo 2")).accepted, "without force").to.equal(false);
    expect((await simulation.usurp("oslo", "oslo 2")).accepted).to.equal(true);
    expect(await isWritten(simulation, "oslo", "white")).to.equal(true);
    await simulation.move("lima", "oslo");
    await simulation.pass(10_000);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "white" });
    const { record } = simulation.state("lima");
    expect(record && "discardedBranch" in record && record.discardedBranch).to.deep.include({
      entries: 2,
      first: 3,
      last: 4,
    });
  });

  test("grants no right to lead where it was demoted before it learnt of that", async () => {
    const { simulation, copy } = await setUp();
    for (const name of ["lima", "kyoto"]) simulation.block(name, "oslo");
    await simulation.restoreStore("oslo", copy);
    await simulation.settle();
    await simulation.command("oslo", demote);
    simulation.unblock("lima", "oslo");
    await simulation.pass(30_000);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red", "shared/sea": "green" });
    for (const name of ["oslo", "lima"]) {
      expect((await simulation.promote(name, `${name} 2`)).accepted, name).to.equal(false);
    }
  });
});

suite("a primary whose store is the latest", () => {
  test("is not fenced by restarts, however many a secondary misses", async () => {
    const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
    await simulation.assemble("oslo", "lima", "kyoto");
    simulation.disconnect("kyoto", "oslo");
    for (let round = 0; round < 200; round++) {
      await simulation.restart("oslo");
      await simulation.pass(1000);
      if (round % 4 > 0) expect(await isWritten(simulation, "oslo", `of round ${round}`)).to.equal(true);
      await simulation.settle();
    }
    simulation.unblock("kyoto", "oslo");
    await simulation.pass(10_000);
    expect(isFencedNow(simulation, "oslo")).to.equal(false);
    const expected = { "shared/sky": "of round 199" };
    for (const name of ["lima", "kyoto"]) expect(await simulation.shared(name), name).to.deep.equal(expected);
  });

  test("streams to a secondary that is started over an older store", async () => {
    const simulation = await ClusterSimulation.of("oslo", "lima");
    await simulation.assemble("oslo", "lima");
    await simulation.write("oslo", { sky: "blue" });
    await simulation.settle();
    const copy = await simulation.copyStore("lima");
    await simulation.restart("oslo");
    await simulation.pass(1000);
    await simulation.write("oslo", { sky: "red" });
    await simulation.settle();
    simulation.trace.length = 0;
    await simulation.restoreStore("lima", copy);
    await simulation.pass(1000);
    expect(isFencedNow(simulation, "oslo")).to.equal(false);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
    expect(simulation.trace.join("\n")).not.to.match(/diff|copy/);
  });
});
