import { suite, test } from "node:test";
import { expect } from "chai";
import { isFenced } from "../../protocol/claim.ts";
import type { Verdict } from "../effects.ts";
import { ClusterSimulation } from "./cluster-simulation.suite.ts";
import { expectTrace } from "./golden.suite.ts";

const demote = { type: "demote" } as const;
const names = ["oslo", "lima", "kyoto"] as const;

async function setUp(): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.of(...names);
  await simulation.assemble("oslo", "lima", "kyoto");
  await simulation.write("oslo", { sky: "blue" });
  await simulation.settle();
  return simulation;
}

/** Lima was promoted without force after Oslo's demotion; Oslo's store was copied between demotion and promotion. */
async function withUsedRight() {
  const simulation = await setUp();
  await simulation.command("oslo", demote);
  await simulation.settle();
  const copy = await simulation.copyStore("oslo");
  await simulation.command("lima", { type: "promote", force: false, era: "lima 2", address: "" });
  await simulation.settle();
  return { simulation, copy };
}

/** Lima holds the right to lead, which Oslo granted to it while Kyoto was disconnected. */
async function withHolder(): Promise<ClusterSimulation> {
  const simulation = await setUp();
  simulation.breakConnections("oslo", "kyoto");
  await simulation.settleUntil(() => isAway(simulation));
  await simulation.command("oslo", demote);
  await simulation.settle();
  await simulation.pass(1000);
  return simulation;
}

function isAway(simulation: ClusterSimulation): boolean {
  const state = simulation.state("oslo");
  return state.role === "primary" && state.secondaries.some(({ phase }) => phase === "away");
}

/** Lima is promoted, all replicate from it, and it is demoted; then Kyoto is promoted, and all replicate from it. */
async function handOn(simulation: ClusterSimulation): Promise<void> {
  expectAccepted(await simulation.promote("lima", "lima 2"));
  for (const name of ["oslo", "kyoto"]) await simulation.move(name, "lima");
  await simulation.write("lima", { sky: "red" });
  await simulation.settle();
  await simulation.command("lima", demote);
  expectAccepted(await simulation.promote("kyoto", "kyoto 3"));
  for (const name of ["oslo", "lima"]) await simulation.move(name, "kyoto");
  await simulation.write("kyoto", { sky: "white" });
  await simulation.settle();
}

function expectAccepted(verdict: Verdict): void {
  expect(verdict).to.have.property("accepted", true);
}

async function isWriting(simulation: ClusterSimulation, name: string): Promise<boolean> {
  return (await simulation.write(name, { test: name })).accepted;
}

async function primaries(simulation: ClusterSimulation): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of names) if (await isWriting(simulation, name)) found.push(name);
  return found;
}

suite("a cluster that is started over a store from when it could lead", () => {
  test("as a holder of the right to lead is not promoted without force after the right was handed on", async () => {
    const simulation = await withHolder();
    const copy = await simulation.copyStore("lima");
    await handOn(simulation);
    simulation.trace.length = 0;
    await simulation.restoreStore("lima", copy);
    await simulation.pass(1000);
    expect((await simulation.promote("lima", "lima again")).accepted).to.equal(false);
    expectTrace("restored-holder", simulation.trace);
    await simulation.pass(60_000);
    expect((await simulation.promote("lima", "lima again")).accepted).to.equal(false);
    expect(await primaries(simulation)).to.deep.equal(["kyoto"]);
  });

  test("as a holder is not promoted when another member knows a later era, and the granter does not", async () => {
    const simulation = await withHolder();
    const copy = await simulation.copyStore("lima");
    simulation.note("oslo does not learn that lima was promoted, and never replicates from another");
    simulation.disconnect("lima", "oslo");
    await simulation.settle();
    expectAccepted(await simulation.promote("lima", "lima 2"));
    await simulation.move("kyoto", "lima");
    await simulation.command("lima", demote);
    expectAccepted(await simulation.promote("kyoto", "kyoto 3"));
    simulation.unblock("lima", "oslo");
    await simulation.restoreStore("lima", copy);
    await simulation.pass(1000);
    expect((await simulation.promote("lima", "lima again")).accepted).to.equal(false);
    expect(await primaries(simulation)).to.deep.equal(["kyoto"]);
  });

  test("as a holder is promoted without force when nothing has become of the right", async () => {
    const simulation = await withHolder();
    await simulation.restoreStore("lima", await simulation.copyStore("lima"));
    await simulation.pass(1000);
    expectAccepted(await simulation.promote("lima", "lima 2"));
    expect(await primaries(simulation)).to.deep.equal(["lima"]);
  });

  test("as the primary that it was is fenced before it writes, by members that answer", async () => {
    const simulation = await withHolder();
    expectAccepted(await simulation.promote("lima", "lima 2"));
    for (const name of ["oslo", "kyoto"]) await simulation.move(name, "lima");
    const copy = await simulation.copyStore("lima");
    await simulation.command("lima", demote);
    await simulation.settle();
    expectAccepted(await simulation.promote("kyoto", "kyoto 3"));
    for (const name of ["oslo", "lima"]) await simulation.move(name, "kyoto");
    simulation.trace.length = 0;
    await simulation.restoreStore("lima", copy);
    await simulation.pass(0);
    expect(await primaries(simulation)).to.deep.equal(["kyoto"]);
    await simulation.restart("lima");
    expect(await primaries(simulation), "after a restart").to.deep.equal(["kyoto"]);
    expectTrace("restored-former-primary", simulation.trace);
  });

  test("as the primary that it was is fenced when members are in reach again", async () => {
    const simulation = await withHolder();
    expectAccepted(await simulation.promote("lima", "lima 2"));
    for (const name of ["oslo", "kyoto"]) await simulation.move(name, "lima");
    const copy = await simulation.copyStore("lima");
    await simulation.command("lima", demote);
    await simulation.settle();
    expectAccepted(await simulation.promote("kyoto", "kyoto 3"));
    await simulation.move("oslo", "kyoto");
    for (const name of ["oslo", "kyoto"]) simulation.block("lima", name);
    await simulation.restoreStore("lima", copy);
    await simulation.pass(20_000);
    simulation.unblock("lima", "oslo");
    await simulation.pass(6000);
    expect(await primaries(simulation)).to.deep.equal(["kyoto"]);
  });

  test("as the primary that it was, and demoted while no member is in reach, neither leads nor grants the right", async () => {
    const simulation = await setUp();
    const copy = await simulation.copyStore("oslo");
    await simulation.command("oslo", demote);
    expectAccepted(await simulation.promote("lima", "lima 2"));
    for (const other of ["lima", "kyoto"]) {
      simulation.block("oslo", other);
      simulation.block(other, "oslo");
    }
    await simulation.restoreStore("oslo", copy);
    await simulation.pass(10_000);
    await simulation.command("oslo", demote);
    expect((await simulation.promote("oslo", "oslo 2")).accepted, "out of reach").to.equal(false);
    simulation.note("kyoto is in reach, and has not received lima's claim");
    simulation.unblock("oslo", "kyoto");
    simulation.unblock("kyoto", "oslo");
    await simulation.pass(60_000);
    for (const name of ["oslo", "kyoto"]) {
      expect((await simulation.promote(name, `${name} 2`)).accepted, name).to.equal(false);
    }
    expect(await primaries(simulation)).to.deep.equal(["lima"]);
  });

  for (const [way, isReached] of [
    ["the holder answers", true],
    ["the holder connects", false],
  ] as const) {
    test(`as the primary that it was is fenced while the right is not used yet: ${way}`, async () => {
      const simulation = await setUp();
      const copy = await simulation.copyStore("oslo");
      simulation.disconnect("kyoto", "oslo");
      await simulation.settle();
      await simulation.command("oslo", demote);
      await simulation.settle();
      if (!isReached) simulation.block("oslo", "lima");
      await simulation.restoreStore("oslo", copy);
      await simulation.pass(1000);
      const oslo = simulation.state("oslo");
      expect(oslo.role === "primary" && isFenced(oslo.record)).to.equal(true);
      expectAccepted(await simulation.promote("lima", "lima 2"));
      expect(await primaries(simulation)).to.deep.equal(["lima"]);
    });
  }

  test("as the demoted cluster that it was neither leads nor grants the right once more", async () => {
    const { simulation, copy } = await withUsedRight();
    simulation.note("lima has the right, and is out of reach; oslo does not remember");
    simulation.block("lima", "oslo");
    simulation.block("oslo", "lima");
    simulation.breakConnections("oslo", "lima");
    await simulation.restoreStore("oslo", copy);
    await simulation.pass(60_000);
    for (const name of ["oslo", "kyoto"]) {
      expect((await simulation.promote(name, `${name} 2`)).accepted, name).to.equal(false);
    }
    simulation.note("lima is in reach");
    simulation.unblock("oslo", "lima");
    await simulation.pass(6000);
    for (const name of ["oslo", "kyoto"]) {
      expect((await simulation.promote(name, `${name} 2`)).accepted, name).to.equal(false);
    }
    simulation.unblock("lima", "oslo");
    await simulation.pass(10_000);
    expectAccepted(await simulation.promote("lima", "lima 2"));
    expect(await primaries(simulation)).to.deep.equal(["lima"]);
  });

  test("as the demoted cluster that it was learns from the holder that connects that it granted the right", async () => {
    const { simulation, copy } = await withUsedRight();
    simulation.block("oslo", "lima");
    await simulation.restoreStore("oslo", copy);
    await simulation.pass(6000);
    const { record } = simulation.state("oslo");
    expect(record && "right" in record && record.right).to.deep.equal({ state: "granted", to: "lima" });
  });

  test("as the demoted cluster that it was leads again when all confirm that the right is still there", async () => {
    const simulation = await setUp();
    await simulation.command("oslo", demote);
    await simulation.settle();
    await simulation.restart("oslo");
    await simulation.pass(1000);
    expectAccepted(await simulation.promote("oslo", "oslo 2"));
    expect(await primaries(simulation)).to.deep.equal(["oslo"]);
  });
});

suite("a primary that is restarted", () => {
  test("goes on though no member is in reach", async () => {
    const simulation = await setUp();
    for (const name of ["lima", "kyoto"]) {
      simulation.block("oslo", name);
      simulation.block(name, "oslo");
    }
    await simulation.restart("oslo");
    await simulation.pass(60_000);
    expect(await primaries(simulation)).to.deep.equal(["oslo"]);
  });

  test("hands the right over once its secondaries are connected, though it cannot dial them", async () => {
    const simulation = await setUp();
    for (const name of ["lima", "kyoto"]) simulation.block("oslo", name);
    await simulation.restart("oslo");
    await simulation.pass(10_000);
    await simulation.command("oslo", demote);
    expectAccepted(await simulation.promote("lima", "lima 2"));
    expect(await primaries(simulation)).to.deep.equal(["lima"]);
  });

  test("asks each member until it has answered once", async () => {
    const simulation = await setUp();
    simulation.block("oslo", "lima");
    simulation.block("lima", "oslo");
    await simulation.restart("oslo");
    simulation.trace.length = 0;
    await simulation.pass(12_000);
    simulation.unblock("oslo", "lima");
    await simulation.pass(60_000);
    const asked = simulation.trace.filter((line) => line.includes("inquire"));
    expect(asked).to.deep.equal([
      "oslo < inquire lima kyoto",
      "oslo < inquire lima",
      "oslo < inquire lima",
      "oslo < inquire lima",
    ]);
  });
});
