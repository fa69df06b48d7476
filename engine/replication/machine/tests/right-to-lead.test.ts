import { suite, test } from "node:test";
import { expect } from "chai";
import type { Verdict } from "../effects.ts";
import { ClusterSimulation } from "./cluster-simulation.suite.ts";
import { expectTrace } from "./golden.suite.ts";

async function setUp(...secondaries: readonly string[]): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.of("oslo", ...secondaries);
  await simulation.assemble("oslo", ...secondaries);
  await simulation.write("oslo", { sky: "blue" });
  await simulation.settle();
  simulation.trace.length = 0;
  return simulation;
}

function expectRefused(verdict: Verdict, reason: RegExp): void {
  if (verdict.accepted) throw new Error("the promotion was not refused");
  expect(verdict.message).to.match(reason);
}

async function expectPromoted(verdict: Promise<Verdict>): Promise<void> {
  expect(await verdict).to.have.property("accepted", true);
}

const demote = { type: "demote" } as const;

suite("the right to lead", () => {
  test("is handed over at the demotion where one secondary is connected: it is promoted though the demoted cluster is gone, and after a restart when that has confirmed it", async () => {
    const simulation = await setUp("lima", "kyoto");
    simulation.note("kyoto is partitioned; oslo is demoted");
    simulation.breakConnections("oslo", "kyoto");
    await simulation.settle();
    await simulation.command("oslo", demote);
    await simulation.settle();
    simulation.note("lima restarts, and no cluster reaches oslo any more");
    simulation.block("lima", "oslo");
    await simulation.restart("lima");
    await simulation.pass(1000);
    expectRefused(await simulation.promote("lima", "lima 2"), /cannot confirm/);
    simulation.note("lima reaches oslo");
    simulation.unblock("lima", "oslo");
    await simulation.pass(1000);
    await expectPromoted(simulation.promote("lima", "lima 2"));
    expectTrace("right-handed-over", simulation.trace);
  });

  test("that was handed over is used without the demoted cluster, as long as its holder was not restarted", async () => {
    const simulation = await setUp("lima");
    await simulation.command("oslo", demote);
    await simulation.settle();
    simulation.disconnect("lima", "oslo");
    await simulation.settle();
    await expectPromoted(simulation.promote("lima", "lima 2"));
  });

  test("REPL-DATA-02: goes to the secondary that asks first, and never to a second one", async () => {
    const simulation = await setUp("lima", "kyoto");
    await simulation.command("oslo", demote);
    await simulation.settle();
    simulation.note("two candidates ask at once");
    const command = { type: "promote", force: false, address: "" } as const;
    await simulation.command("kyoto", { ...command, era: "kyoto 2" });
    await simulation.command("lima", { ...command, era: "lima 2" });
    await simulation.settle();
    const verdicts = [
      await simulation.command("lima", { ...command, era: "lima 2", asked: true }),
      await simulation.command("kyoto", { ...command, era: "kyoto 2", asked: true }),
    ];
    expect(verdicts.filter(({ accepted }) => accepted)).to.have.length(1);
    await simulation.settle();
    simulation.note("the other asks again, and so does oslo");
    const other = verdicts[0]?.accepted ? "kyoto" : "lima";
    expectRefused(await simulation.promote(other, "again"), /does not hold the right to lead|granted/);
    expectRefused(await simulation.promote("oslo", "oslo 2"), /right to lead/);
    expectTrace("two-candidates", simulation.trace);
  });

  test("is not that of an earlier demotion: along a chain only the last demoted cluster grants it", async () => {
    const simulation = await setUp("lima", "kyoto");
    simulation.note("oslo hands over to lima; lima writes and is demoted; kyoto still replicates from oslo");
    await simulation.command("oslo", demote);
    await expectPromoted(simulation.promote("lima", "lima 2"));
    await simulation.write("lima", { sky: "red" });
    await simulation.command("lima", demote);
    await simulation.settle();
    simulation.note("kyoto asks oslo, which has no right to grant");
    expectRefused(await simulation.promote("kyoto", "kyoto 2"), /does not hold the right to lead|granted/);
    expectTrace("chain", simulation.trace);
    await expectPromoted(simulation.promote("lima", "lima 3"));
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
  });

  test("is taken back when the demoted cluster is the primary again, also from a secondary that was partitioned meanwhile", async () => {
    const simulation = await setUp("lima");
    await simulation.command("oslo", demote);
    await simulation.settle();
    simulation.note("lima has the right to lead, and is partitioned; oslo takes its role back, by force");
    simulation.breakConnections("oslo", "lima");
    await simulation.settle();
    expectRefused(await simulation.promote("oslo", "oslo 2"), /granted the right to lead to "lima"/);
    await expectPromoted(simulation.usurp("oslo", "oslo 2"));
    simulation.note("lima is back, and is informed that its right is void");
    await simulation.pass(1000);
    expectRefused(await simulation.promote("lima", "lima 2"), /out of reach/);
    expectTrace("taken-back-by-force", simulation.trace);
  });

  test("is taken back without force where it was not granted", async () => {
    const simulation = await setUp("lima", "kyoto");
    await simulation.command("oslo", demote);
    await simulation.settle();
    await expectPromoted(simulation.promote("oslo", "oslo 2"));
    await simulation.settle();
    for (const name of ["lima", "kyoto"]) {
      expect((await simulation.promote(name, `${name} 2`)).accepted, name).to.equal(false);
      await simulation.move(name, "oslo");
    }
    await simulation.write("oslo", { sky: "red" });
    await simulation.settle();
    for (const name of ["lima", "kyoto"]) expect(await simulation.shared(name)).to.deep.equal({ "shared/sky": "red" });
  });

  test("stays with a secondary that dies: without force only it is promoted, when it is back, and the others replicate from it", async () => {
    const simulation = await setUp("lima", "kyoto");
    await simulation.command("oslo", demote);
    const command = { type: "promote", force: false, era: "lima 2", address: "" } as const;
    simulation.note("lima asks, is granted the right, and dies");
    await simulation.command("lima", command);
    await simulation.settle();
    await simulation.restart("lima");
    simulation.note("kyoto is refused, and so is oslo");
    expectRefused(await simulation.promote("kyoto", "kyoto 2"), /granted the right to lead to "lima"/);
    expectRefused(await simulation.promote("oslo", "oslo 2"), /granted the right to lead to "lima"/);
    simulation.note("lima is back, and promoted without force; the others replicate from it");
    await simulation.pass(1000);
    await expectPromoted(simulation.promote("lima", "lima 2"));
    for (const name of ["oslo", "kyoto"]) await simulation.move(name, "lima");
    await simulation.write("lima", { sky: "red" });
    await simulation.settle();
    for (const name of ["oslo", "kyoto"]) expect(await simulation.shared(name)).to.deep.equal({ "shared/sky": "red" });
    expectTrace("right-granted-to-a-dead-cluster", simulation.trace);
  });

  test("that died with its cluster is passed over by force, and is fenced when it comes back", async () => {
    const simulation = await setUp("lima", "kyoto");
    await simulation.command("oslo", demote);
    await simulation.command("lima", { type: "promote", force: false, era: "lima 2", address: "" });
    await simulation.settle();
    simulation.breakConnections("oslo", "lima");
    await simulation.settle();
    simulation.note("kyoto is promoted by force, lima by its right, before they learn of one another");
    await expectPromoted(simulation.usurp("kyoto", "kyoto 2"));
    await expectPromoted(simulation.promote("lima", "lima 2"));
    expect((await simulation.write("lima", { sky: "grey" })).accepted).to.equal(true);
    simulation.note("oslo informs lima of kyoto's era");
    await simulation.pass(1000);
    expect((await simulation.write("lima", { sky: "black" })).accepted).to.equal(false);
    expect((await simulation.write("kyoto", { sky: "white" })).accepted).to.equal(true);
    expectTrace("later-era-wins", simulation.trace);
  });

  test("lost in flight is granted again to the same secondary", async () => {
    const simulation = await setUp("lima", "kyoto");
    await simulation.command("oslo", demote);
    await simulation.settle();
    await simulation.command("lima", { type: "promote", force: false, era: "lima 2", address: "" });
    await simulation.settleUntil(() => isGranted(simulation));
    simulation.breakConnections("oslo", "lima");
    await simulation.pass(1000);
    expectRefused(await simulation.promote("kyoto", "kyoto 2"), /granted/);
    await expectPromoted(simulation.promote("lima", "lima 2"));
  });

  test("fails back: each demotion hands it on", async () => {
    const simulation = await setUp("lima");
    for (const [round, from, to] of [
      [2, "oslo", "lima"],
      [3, "lima", "oslo"],
      [4, "oslo", "lima"],
    ] as const) {
      await simulation.command(from, demote);
      await simulation.settle();
      await expectPromoted(simulation.promote(to, `${to} ${round}`));
      await simulation.move(from, to);
      await simulation.write(to, { sky: `of round ${round}` });
      await simulation.settle();
      expect(await simulation.shared(from)).to.deep.equal({ "shared/sky": `of round ${round}` });
    }
    expectTrace("failing-back", simulation.trace);
  });
});

suite("a primary that meets a later era", () => {
  test("REPL-PROMOTE-05: is fenced at once, also after a restart, and gives up its branch when it rejoins", async () => {
    const simulation = await setUp("lima");
    simulation.note("oslo is partitioned, and lima promoted by force; both write");
    simulation.breakConnections("oslo", "lima");
    await simulation.settle();
    await expectPromoted(simulation.usurp("lima", "lima 2"));
    await simulation.write("oslo", { sky: "grey", fog: "thick" });
    await simulation.write("lima", { sea: "green" });
    simulation.note("lima reaches oslo, which is fenced");
    await simulation.pass(1000);
    expectRefused(await simulation.write("oslo", { sky: "black" }), /fenced/);
    await simulation.restart("oslo");
    expectRefused(await simulation.write("oslo", { sky: "black" }), /fenced/);
    simulation.note("oslo is demoted without any right, and rejoins");
    await simulation.command("oslo", demote);
    expectRefused(await simulation.promote("oslo", "oslo 2"), /does not hold the right to lead/);
    await simulation.move("oslo", "lima");
    expectTrace("fenced", simulation.trace);
    expect(await simulation.shared("oslo")).to.deep.equal({ "shared/sky": "blue", "shared/sea": "green" });
    const { record } = simulation.state("oslo");
    expect(record?.discardedBranch).to.deep.equal({ entries: 2, first: 3, last: 4, mounts: [], removed: [] });
  });

  test("receives it from a secondary of before it was demoted and took its role back", async () => {
    const simulation = await setUp("lima");
    simulation.note("lima is partitioned; oslo is demoted and takes its role back; lima is promoted by force");
    simulation.breakConnections("oslo", "lima");
    await simulation.settle();
    await simulation.command("oslo", demote);
    await expectPromoted(simulation.promote("oslo", "oslo 2"));
    await expectPromoted(simulation.usurp("lima", "lima 2"));
    simulation.note("lima reaches oslo, which knows it no more and is fenced all the same");
    await simulation.pass(1000);
    expectRefused(await simulation.write("oslo", { sky: "black" }), /fenced/);
    expect((await simulation.write("lima", { sky: "red" })).accepted).to.equal(true);
    expectTrace("fenced-by-a-former-secondary", simulation.trace);
  });

  for (const [way, next] of [
    ["takes the role back", "lima"],
    ["hands the role on", "kyoto"],
  ] as const) {
    test(`asks for it when the promoted cluster ${way} before it announced its era`, async () => {
      const simulation = await setUp("lima", "kyoto");
      for (const name of ["lima", "kyoto"]) {
        simulation.block("oslo", name);
        simulation.disconnect(name, "oslo");
      }
      await simulation.settle();
      await expectPromoted(simulation.usurp("lima", "lima 3"));
      if (next === "kyoto") await simulation.move("kyoto", "lima");
      await simulation.command("lima", demote);
      await simulation.settle();
      await expectPromoted(simulation.promote(next, `${next} 4`));
      if (next === "kyoto") await simulation.move("lima", "kyoto");
      expect((await simulation.write("oslo", { sky: "grey" })).accepted, "out of reach").to.equal(true);
      for (const name of ["lima", "kyoto"]) {
        simulation.unblock("oslo", name);
        simulation.unblock(name, "oslo");
      }
      await simulation.pass(6000);
      expectRefused(await simulation.write("oslo", { sky: "black" }), /fenced/);
      expect((await simulation.write(next, { sky: "white" })).accepted).to.equal(true);
    });
  }

  test("asks a disconnected secondary every five seconds, until it has answered", async () => {
    const simulation = await setUp("lima", "kyoto");
    const asked = () => simulation.trace.filter((line) => line.includes("inquire"));
    simulation.block("oslo", "kyoto");
    for (const name of ["lima", "kyoto"]) simulation.disconnect(name, "oslo");
    await simulation.pass(4000);
    simulation.unblock("lima", "oslo");
    await simulation.pass(11_000);
    expect(asked()).to.deep.equal(Array(3).fill("oslo < inquire kyoto"));
    simulation.unblock("oslo", "kyoto");
    await simulation.pass(60_000);
    expect(asked()).to.have.lengthOf(4);
  });

  test("receives it from a secondary that moves over, whose data it does not replace", async () => {
    const simulation = await setUp("lima", "kyoto");
    for (const name of ["lima", "kyoto"]) simulation.breakConnections("oslo", name);
    await simulation.settle();
    await expectPromoted(simulation.usurp("lima", "lima 2"));
    // Lima's claim is lost with the link to Oslo; Kyoto sends it.
    simulation.block("lima", "oslo");
    await simulation.move("kyoto", "lima");
    await simulation.write("lima", { sky: "red" });
    await simulation.pass(1000);
    expect((await simulation.write("oslo", { fog: "thick" })).accepted).to.equal(true);
    await simulation.command("oslo", { type: "revoke secondary", id: "kyoto" });
    await simulation.move("kyoto", "oslo");
    expectRefused(await simulation.write("oslo", { fog: "thin" }), /fenced/);
    expect(await simulation.shared("kyoto")).to.deep.equal({ "shared/sky": "red" });
  });

  test("does not replace the data of a cluster of the later era after its demotion, until it is promoted by force", async () => {
    const simulation = await setUp("lima", "kyoto");
    simulation.note("both secondaries are promoted by force; the era of lima is the later one");
    await expectPromoted(simulation.usurp("kyoto", "kyoto 2"));
    await expectPromoted(simulation.usurp("lima", "lima 2"));
    await simulation.write("lima", { sky: "red" });
    await simulation.command("lima", demote);
    simulation.note("lima is pointed at kyoto, which is fenced, and demoted then");
    await simulation.move("lima", "kyoto");
    expectRefused(await simulation.write("kyoto", { sky: "black" }), /fenced/);
    await simulation.command("kyoto", demote);
    await simulation.pass(1000);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
    expectTrace("earlier-era-demoted", simulation.trace);
    await expectPromoted(simulation.usurp("kyoto", "kyoto 3"));
    await simulation.move("lima", "kyoto");
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "blue" });
    expect(simulation.state("lima").record?.discardedBranch).to.include({ entries: 1, first: 3, last: 3 });
  });

  test("does not replace these data either where it receives the later era after its demotion, and is dialled again", async () => {
    const simulation = await setUp("lima", "kyoto");
    await expectPromoted(simulation.usurp("kyoto", "kyoto 2"));
    await expectPromoted(simulation.usurp("lima", "lima 2"));
    await simulation.write("lima", { sky: "red" });
    await simulation.command("lima", demote);
    simulation.block("lima", "kyoto");
    await simulation.move("lima", "kyoto");
    await simulation.command("kyoto", demote);
    simulation.unblock("lima", "kyoto");
    await simulation.pass(20_000);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
    await simulation.restart("kyoto");
    await simulation.pass(20_000);
    expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
  });
});

suite("the log of a cluster that was promoted in the midst of catching up", () => {
  test("never falls back over a restart: no index is given out twice, and no secondary lacks a write", async () => {
    const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
    const many = Array.from({ length: 700 }, (_, i) => ({ key: `shared/k${i}`, value: "first" }));
    await simulation.command("oslo", { type: "append", batches: [{ mount: "", shared: many, local: [] }] });
    await simulation.assemble("oslo");
    await simulation.enableSecondary("oslo", "lima");
    await simulation.settleUntil(() => isCopied(simulation));
    // Written during the copy, and too long for one frame: Lima's data show entries that its log does not have.
    for (let i = 0; i < 600; i++) await simulation.write("oslo", { [`k${i}`]: "second" });
    await simulation.settleUntil(() => dataOf(simulation) === "streaming");
    const end = simulation.state("lima").log.last;
    await simulation.settleUntil(() => simulation.state("lima").log.last > end);
    simulation.breakConnections("oslo", "lima");
    await simulation.settle();
    await expectPromoted(simulation.usurp("lima", "lima 2"));
    await simulation.enableSecondary("lima", "kyoto");
    await simulation.settle();
    const before = simulation.state("lima").log.last;
    await simulation.restart("lima");
    expect(simulation.state("lima").log.last).to.equal(before);
    await simulation.write("lima", { k4: "fourth", k5: "fourth" });
    await simulation.pass(10_000);
    expect(await simulation.shared("kyoto")).to.deep.equal(await simulation.shared("lima"));
  });
});

function isGranted(simulation: ClusterSimulation): boolean {
  const state = simulation.state("oslo");
  return state.role === "secondary" && state.record.right.state === "granted";
}

function dataOf(simulation: ClusterSimulation): string {
  const state = simulation.state("lima");
  return state.role === "secondary" ? state.record.data.phase : state.role;
}

function isCopied(simulation: ClusterSimulation): boolean {
  const state = simulation.state("lima");
  return state.role === "secondary" && state.record.data.phase === "copying" && state.record.data.copied !== "";
}
