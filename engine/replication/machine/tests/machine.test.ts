import { test } from "node:test";
import { expect } from "chai";
import { logLength } from "../../protocol/entry.ts";
import type { Replica } from "../state.ts";
import { ClusterSimulation } from "./cluster-simulation.suite.ts";
import { expectTrace } from "./golden.suite.ts";

test("REPL-PENABLE-01, REPL-SENABLE-01, REPL-DATA-01: a secondary is enabled, gets what was written before, and streams", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  simulation.note("what is written while replication is disabled is in no log: a new secondary is copied over");
  await simulation.write("oslo", { sky: "blue", sea: "green" });
  await simulation.assemble("oslo", "lima");
  simulation.note("streaming");
  await simulation.write("oslo", { sky: "red", sea: null });
  await simulation.settle();
  expectTrace("enable-and-stream", simulation.trace);
  expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "red" });
});

test("a secondary that was partitioned catches up from the log", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  await simulation.write("oslo", { sky: "blue" });
  await simulation.settle();
  simulation.trace.length = 0;
  simulation.note("the connection breaks; oslo writes on");
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  await simulation.write("oslo", { sky: "red", sea: "green" });
  simulation.note("lima dials again after its first pause");
  await simulation.pass(250);
  expectTrace("gap-reconnect-catch-up", simulation.trace);
  expect(await simulation.shared("lima")).to.deep.equal(await simulation.shared("oslo"));
});

test("a secondary that was partitioned at the demotion comes back for what it lacks, and may be promoted then", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  await simulation.settle();
  simulation.trace.length = 0;
  simulation.note("the connection breaks; oslo writes, and is demoted before lima is back");
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  await simulation.write("oslo", { sky: "blue" });
  await simulation.command("oslo", { type: "demote" });
  await simulation.pass(1000);
  simulation.note("lima has all there is");
  expect((await simulation.promote("lima", "later")).accepted).to.equal(true);
  await simulation.settle();
  expectTrace("late-right", simulation.trace);
  expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "blue" });
});

test("a secondary that is too far behind is copied over, and keeps nothing that the primary deleted", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  await simulation.write("oslo", { sea: "green", sky: "blue" });
  await simulation.settle();
  simulation.trace.length = 0;
  simulation.note("the connection breaks; oslo writes more than its log holds");
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  await simulation.command("oslo", { type: "append", batches: tooMany });
  await simulation.write("oslo", { sea: null });
  simulation.note("lima dials again");
  await simulation.pass(250);
  expectTrace("too-far-behind", simulation.trace);
  expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "blue", "shared/last": String(logLength - 1) });
});

test("REPL-DEMOTE-04, REPL-PROMOTE-01, REPL-UPDPRIM-01: a planned failover loses nothing, and all others move over without a copy", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
  await simulation.assemble("oslo", "lima", "kyoto");
  simulation.trace.length = 0;
  simulation.note("oslo writes and is demoted before any secondary has what it wrote");
  await simulation.write("oslo", { sky: "blue" });
  await simulation.command("oslo", { type: "demote" });
  await simulation.settle();
  simulation.note("lima is promoted; no force is needed");
  expect((await simulation.promote("lima", "lima 2")).accepted).to.equal(true);
  await simulation.settle();
  await simulation.write("lima", { sky: "red" });
  simulation.note("kyoto and oslo move over");
  for (const name of ["kyoto", "oslo"]) {
    await simulation.command(name, { type: "update primary", activation: await simulation.activation("lima", name) });
    await simulation.settle();
  }
  expectTrace("planned-failover", simulation.trace);
  for (const name of ["oslo", "kyoto"]) expect(await simulation.shared(name)).to.deep.equal({ "shared/sky": "red" });
});

test("REPL-PROMOTE-05: after a forced promotion the old primary rejoins; what it alone wrote is replaced and counted", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  await simulation.write("oslo", { sky: "blue" });
  await simulation.settle();
  simulation.trace.length = 0;
  simulation.note("the connection breaks; both write");
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  await simulation.write("oslo", { sky: "grey", fog: "thick" });
  await simulation.promote("lima", "lima 2");
  await simulation.usurp("lima", "lima 2");
  await simulation.write("lima", { sea: "green" });
  simulation.note("oslo comes back as a secondary of lima");
  await simulation.command("oslo", { type: "demote" });
  await simulation.command("oslo", { type: "update primary", activation: await simulation.activation("lima", "oslo") });
  await simulation.settle();
  expectTrace("forced-promotion-and-divergence", simulation.trace);
  expect(await simulation.shared("oslo")).to.deep.equal({ "shared/sky": "blue", "shared/sea": "green" });
});

test("REPL-REVOKE-01, REPL-REVOKE-02, REPL-REVOKE-05: a revoked secondary is cut off at once and cannot come back; others stay", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
  await simulation.assemble("oslo", "lima", "kyoto");
  simulation.trace.length = 0;
  simulation.note("lima is revoked");
  await simulation.command("oslo", { type: "revoke secondary", id: "lima" });
  await simulation.write("oslo", { sky: "blue" });
  await simulation.pass(1000);
  simulation.note("lima gets a new token");
  await simulation.command("lima", { type: "update primary", activation: await simulation.activation("oslo", "lima") });
  await simulation.settle();
  expectTrace("revoke", simulation.trace);
  expect(await simulation.shared("lima")).to.deep.equal({ "shared/sky": "blue" });
});

test("REPL-DATA-02, REPL-PROMOTE-04: a second primary is refused while there is the first", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  simulation.trace.length = 0;
  expect((await simulation.promote("lima", "lima 2")).accepted).to.equal(false);
  await simulation.command("lima", { type: "enable primary", set: "another", era: "lima 1", address: "" });
  await simulation.command("oslo", { type: "enable primary", set: "another", era: "oslo 2", address: "" });
  await simulation.command("oslo", { type: "promote", force: true, era: "oslo 2", address: "" });
  simulation.note("not connected: no cluster knows of the other");
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  expect((await simulation.promote("lima", "lima 2")).accepted).to.equal(false);
  expectTrace("two-primaries-refused", simulation.trace);
});

test("the connection to a silent primary or secondary is closed after three heartbeats", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  await simulation.pass(20_000);
  expect(simulation.state("lima")).to.have.nested.property("connection.phase", "connected");
  simulation.trace.length = 0;
  simulation.silence();
  await simulation.pass(9000);
  expectTrace("silence", simulation.trace);
});

test("a cluster that was promoted in the middle of a copy is copied from, never continued", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
  const keys = Array.from({ length: 1500 }, (_, i) => `k${String(i).padStart(4, "0")}`);
  await simulation.write("oslo", Object.fromEntries(keys.map((key) => [key, "x"])));
  await simulation.assemble("oslo", "kyoto");
  simulation.note("lima diverges from the very beginning, so that it must be copied over");
  await simulation.command("oslo", { type: "append", batches: tooMany });
  await simulation.enableSecondary("oslo", "lima");
  await simulation.settleUntil(() => /^k05/.test(String(copiedOf(simulation.state("lima")).slice("shared/".length))));
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  await simulation.command("lima", { type: "promote", force: true, era: "lima 2", address: "" });
  const half = await simulation.shared("lima");
  expect(Object.keys(half)).to.have.length.within(500, 1499);
  await simulation.command("kyoto", {
    type: "update primary",
    activation: await simulation.activation("lima", "kyoto"),
  });
  await simulation.settle();
  expect(await simulation.shared("kyoto")).to.deep.equal(half);
});

test("a copy that was broken off goes on where it stopped", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  const keys = Array.from({ length: 1500 }, (_, i) => `k${String(i).padStart(4, "0")}`);
  await simulation.write("oslo", Object.fromEntries(keys.map((key) => [key, "x"])));
  await simulation.command("oslo", { type: "append", batches: tooMany });
  await simulation.assemble("oslo");
  await simulation.enableSecondary("oslo", "lima");
  await simulation.settleUntil(() => copiedOf(simulation.state("lima")) !== "");
  simulation.trace.length = 0;
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  await simulation.write("oslo", { k0000: "changed meanwhile" });
  await simulation.pass(250);
  expectTrace("copy-goes-on", simulation.trace);
  expect(await simulation.shared("lima")).to.deep.equal(await simulation.shared("oslo"));
});

test("data that a copy showed before their entry arrived are not replicated as if they were in the log", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
  const keys = Array.from({ length: 700 }, (_, i) => `k${String(i).padStart(4, "0")}`);
  await simulation.write("oslo", Object.fromEntries(keys.map((key) => [key, "x"])));
  await simulation.command("oslo", { type: "append", batches: tooMany });
  await simulation.assemble("oslo", "kyoto");
  await simulation.enableSecondary("oslo", "lima");
  await simulation.settleUntil(() => copiedOf(simulation.state("lima")) !== "");
  simulation.breakConnections("oslo", "kyoto");
  await simulation.write("oslo", { k0699: "on the second page" });
  await simulation.settleUntil(() => {
    const state = simulation.state("lima");
    return state.role === "secondary" && state.record.data.phase !== "copying";
  });
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  expect(await simulation.shared("lima")).to.have.property("shared/k0699", "on the second page");
  await simulation.command("lima", { type: "promote", force: true, era: "lima 2", address: "" });
  await simulation.command("kyoto", {
    type: "update primary",
    activation: await simulation.activation("lima", "kyoto"),
  });
  await simulation.settle();
  expect(await simulation.shared("kyoto")).to.have.property("shared/k0699", "on the second page");
});

/** As many entries as the log keeps, so that all earlier ones are dropped; the key sorts after all others. */
const tooMany = Array.from({ length: logLength }, (_, i) => ({
  mount: "m",
  shared: [{ key: "shared/last", value: String(i) }],
  local: [],
}));

function copiedOf(state: Replica): string {
  return state.role === "secondary" && state.record.data.phase === "copying" ? state.record.data.copied : "";
}

test("REPL-FILTER-03, REPL-FILTER-10, REPL-FILTER-11: who is filtered is copied over when that changes what it has, and new mounts are filtered at once", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  const entry = (uuid: string, path: string) => ({
    [`core/mount/${uuid}`]: JSON.stringify({ uuid, namespace: "root", kind: "secret", path }),
  });
  const deny = JSON.stringify({ mode: "deny", paths: ["app/", "late/"] });
  await simulation.assemble("oslo", "lima");
  await simulation.write("oslo", { ...entry("u1", "app/"), "mount/u1/sky": "blue" });
  await simulation.settle();
  simulation.trace.length = 0;
  simulation.note("lima has the mount; what it may have changes");
  await simulation.write("oslo", { "core/paths-filter/lima": deny });
  await simulation.settle();
  expect(await simulation.shared("lima")).to.have.keys(["shared/core/paths-filter/lima"]);
  simulation.note("a mount that is filtered from its first entry on");
  await simulation.write("oslo", { ...entry("u2", "late/"), "mount/u2/sky": "red" });
  await simulation.settle();
  simulation.note("the connection breaks for a moment");
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  await simulation.write("oslo", { "mount/u1/sky": "grey" });
  await simulation.pass(250);
  simulation.note("nothing is filtered any more");
  await simulation.write("oslo", { "core/paths-filter/lima": null });
  await simulation.settle();
  expectTrace("paths-filter", simulation.trace);
  expect(await simulation.shared("lima")).to.deep.equal(await simulation.shared("oslo"));
});

test("a copy under way is begun anew when what is filtered changes", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  const many = Array.from({ length: 700 }, (_, i) => ({ key: `shared/mount/u1/k${i}`, value: "blue" }));
  const entry = { uuid: "u1", namespace: "root", kind: "secret", path: "app/" };
  const shared = [{ key: "shared/core/mount/u1", value: JSON.stringify(entry) }, ...many];
  await simulation.command("oslo", { type: "append", batches: [{ mount: "", shared, local: [] }] });
  await simulation.assemble("oslo");
  await simulation.enableSecondary("oslo", "lima");
  await simulation.settleUntil(() => copiedOf(simulation.state("lima")) !== "");
  await simulation.write("oslo", { "core/paths-filter/lima": JSON.stringify({ mode: "deny", paths: ["app/"] }) });
  await simulation.pass(1000);
  expect(await simulation.shared("lima")).to.have.keys(["shared/core/paths-filter/lima"]);
  expect(copiedOf(simulation.state("lima"))).to.equal("");
});

test("a copy that outlasts so many writes as the log is long is finished from the log, and not begun anew", async () => {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  const many = Array.from({ length: 700 }, (_, i) => ({ key: `shared/k${i}`, value: "blue" }));
  await simulation.command("oslo", { type: "append", batches: [{ mount: "", shared: many, local: [] }] });
  await simulation.assemble("oslo");
  await simulation.enableSecondary("oslo", "lima");
  await simulation.settleUntil(() => copiedOf(simulation.state("lima")) !== "");
  await simulation.command("oslo", { type: "append", batches: tooMany });
  await simulation.write("oslo", { k1: "red" });
  await simulation.settle();
  expect(await simulation.shared("lima")).to.deep.equal(await simulation.shared("oslo"));
  expect(simulation.trace.filter((line) => line.includes("> from the primary: copy"))).to.have.length(1);
});
