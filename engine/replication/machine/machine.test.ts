import { test } from "node:test";
import { expect } from "chai";
import { logLength } from "./entry.ts";
import { expectTrace } from "./golden.suite.ts";
import type { Replica } from "./state.ts";
import { Troupe } from "./troupe.suite.ts";

test("REPL-PENABLE-01, REPL-SENABLE-01, REPL-DATA-01: a secondary joins, gets what was written before, and follows", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  troupe.note("what is written while replication is disabled is in no log: whoever joins is copied over");
  await troupe.write("oslo", { sky: "blue", sea: "green" });
  await troupe.assemble("oslo", "lima");
  troupe.note("streaming");
  await troupe.write("oslo", { sky: "red", sea: null });
  await troupe.settle();
  expectTrace("enable-join-stream", troupe.trace);
  expect(await troupe.shared("lima")).to.deep.equal({ "shared/sky": "red" });
});

test("a secondary that was cut off catches up from the log", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  await troupe.assemble("oslo", "lima");
  await troupe.write("oslo", { sky: "blue" });
  await troupe.settle();
  troupe.trace.length = 0;
  troupe.note("the link is cut; oslo writes on");
  troupe.cut("oslo", "lima");
  await troupe.settle();
  await troupe.write("oslo", { sky: "red", sea: "green" });
  troupe.note("lima dials again after its first pause");
  await troupe.pass(250);
  expectTrace("gap-reconnect-catch-up", troupe.trace);
  expect(await troupe.shared("lima")).to.deep.equal(await troupe.shared("oslo"));
});

test("a secondary that was cut off at the demotion comes back for what it lacks, and may be promoted then", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  await troupe.assemble("oslo", "lima");
  await troupe.settle();
  troupe.trace.length = 0;
  troupe.note("the link is cut; oslo writes, and is demoted before lima is back");
  troupe.cut("oslo", "lima");
  await troupe.settle();
  await troupe.write("oslo", { sky: "blue" });
  await troupe.command("oslo", { type: "demote" });
  await troupe.pass(1000);
  troupe.note("lima has all there is");
  await troupe.command("lima", { type: "promote", force: false, era: "later", address: "" });
  expectTrace("late-farewell", troupe.trace);
  expect(await troupe.shared("lima")).to.deep.equal({ "shared/sky": "blue" });
});

test("a secondary that is too far behind is copied over, and keeps nothing that the primary deleted", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  await troupe.assemble("oslo", "lima");
  await troupe.write("oslo", { sea: "green", sky: "blue" });
  await troupe.settle();
  troupe.trace.length = 0;
  troupe.note("the link is cut; oslo writes more than its log holds");
  troupe.cut("oslo", "lima");
  await troupe.settle();
  await troupe.command("oslo", { type: "append", batches: tooMany });
  await troupe.write("oslo", { sea: null });
  troupe.note("lima dials again");
  await troupe.pass(250);
  expectTrace("too-far-behind", troupe.trace);
  expect(await troupe.shared("lima")).to.deep.equal({ "shared/sky": "blue", "shared/last": String(logLength - 1) });
});

test("REPL-DEMOTE-04, REPL-PROMOTE-01, REPL-UPDPRIM-01: a planned failover loses nothing, and everybody moves over without a copy", async () => {
  const troupe = await Troupe.of("oslo", "lima", "kyoto");
  await troupe.assemble("oslo", "lima", "kyoto");
  troupe.trace.length = 0;
  troupe.note("oslo writes and is demoted before anybody has what it wrote");
  await troupe.write("oslo", { sky: "blue" });
  await troupe.command("oslo", { type: "demote" });
  await troupe.settle();
  troupe.note("lima is promoted; no force is needed");
  await troupe.command("lima", { type: "promote", force: false, era: "lima 2", address: "" });
  await troupe.write("lima", { sky: "red" });
  troupe.note("kyoto and oslo move over");
  for (const name of ["kyoto", "oslo"]) {
    await troupe.command(name, { type: "update primary", activation: await troupe.activation("lima", name) });
    await troupe.settle();
  }
  expectTrace("planned-failover", troupe.trace);
  for (const name of ["oslo", "kyoto"]) expect(await troupe.shared(name)).to.deep.equal({ "shared/sky": "red" });
});

test("REPL-PROMOTE-05: after a forced promotion the old primary rejoins; what it alone wrote is replaced and counted", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  await troupe.assemble("oslo", "lima");
  await troupe.write("oslo", { sky: "blue" });
  await troupe.settle();
  troupe.trace.length = 0;
  troupe.note("the link is cut; both write");
  troupe.cut("oslo", "lima");
  await troupe.settle();
  await troupe.write("oslo", { sky: "grey", fog: "thick" });
  await troupe.command("lima", { type: "promote", force: false, era: "lima 2", address: "" });
  await troupe.command("lima", { type: "promote", force: true, era: "lima 2", address: "" });
  await troupe.write("lima", { sea: "green" });
  troupe.note("oslo comes back as a secondary of lima");
  await troupe.command("oslo", { type: "demote" });
  await troupe.command("oslo", { type: "update primary", activation: await troupe.activation("lima", "oslo") });
  await troupe.settle();
  expectTrace("forced-promotion-and-divergence", troupe.trace);
  expect(await troupe.shared("oslo")).to.deep.equal({ "shared/sky": "blue", "shared/sea": "green" });
});

test("REPL-REVOKE-01, REPL-REVOKE-02, REPL-REVOKE-05: a revoked secondary is cut off at once and cannot come back; others stay", async () => {
  const troupe = await Troupe.of("oslo", "lima", "kyoto");
  await troupe.assemble("oslo", "lima", "kyoto");
  troupe.trace.length = 0;
  troupe.note("lima is revoked");
  await troupe.command("oslo", { type: "revoke secondary", id: "lima" });
  await troupe.write("oslo", { sky: "blue" });
  await troupe.pass(1000);
  troupe.note("lima gets a new token");
  await troupe.command("lima", { type: "update primary", activation: await troupe.activation("oslo", "lima") });
  await troupe.settle();
  expectTrace("revoke", troupe.trace);
  expect(await troupe.shared("lima")).to.deep.equal({ "shared/sky": "blue" });
});

test("REPL-DATA-02, REPL-PROMOTE-04: a second primary is refused while the first one leads", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  await troupe.assemble("oslo", "lima");
  troupe.trace.length = 0;
  await troupe.command("lima", { type: "promote", force: false, era: "lima 2", address: "" });
  await troupe.command("lima", { type: "enable primary", set: "another", era: "lima 1", address: "" });
  await troupe.command("oslo", { type: "enable primary", set: "another", era: "oslo 2", address: "" });
  await troupe.command("oslo", { type: "promote", force: true, era: "oslo 2", address: "" });
  troupe.note("not connected: nobody can tell");
  troupe.cut("oslo", "lima");
  await troupe.settle();
  await troupe.command("lima", { type: "promote", force: false, era: "lima 2", address: "" });
  expectTrace("two-primaries-refused", troupe.trace);
});

test("a silent primary is given up after three heartbeats, and a silent secondary too", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  await troupe.assemble("oslo", "lima");
  await troupe.pass(20_000);
  expect(troupe.state("lima")).to.have.nested.property("connection.phase", "connected");
  troupe.trace.length = 0;
  troupe.silence();
  await troupe.pass(9000);
  expectTrace("silence", troupe.trace);
});

test("a cluster that was promoted in the middle of a copy is copied from, never continued", async () => {
  const troupe = await Troupe.of("oslo", "lima", "kyoto");
  const keys = Array.from({ length: 1500 }, (_, i) => `k${String(i).padStart(4, "0")}`);
  await troupe.write("oslo", Object.fromEntries(keys.map((key) => [key, "x"])));
  await troupe.assemble("oslo", "kyoto");
  troupe.note("lima diverges from the very beginning, so that it must be copied over");
  await troupe.command("oslo", { type: "append", batches: tooMany });
  await troupe.join("oslo", "lima");
  await troupe.settleUntil(() => /^k05/.test(String(copiedOf(troupe.state("lima")).slice("shared/".length))));
  troupe.cut("oslo", "lima");
  await troupe.settle();
  await troupe.command("lima", { type: "promote", force: true, era: "lima 2", address: "" });
  const half = await troupe.shared("lima");
  expect(Object.keys(half)).to.have.length.within(500, 1499);
  await troupe.command("kyoto", { type: "update primary", activation: await troupe.activation("lima", "kyoto") });
  await troupe.settle();
  expect(await troupe.shared("kyoto")).to.deep.equal(half);
});

test("a copy that was cut off goes on where it stopped", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  const keys = Array.from({ length: 1500 }, (_, i) => `k${String(i).padStart(4, "0")}`);
  await troupe.write("oslo", Object.fromEntries(keys.map((key) => [key, "x"])));
  await troupe.command("oslo", { type: "append", batches: tooMany });
  await troupe.assemble("oslo");
  await troupe.join("oslo", "lima");
  await troupe.settleUntil(() => copiedOf(troupe.state("lima")) !== "");
  troupe.trace.length = 0;
  troupe.cut("oslo", "lima");
  await troupe.settle();
  await troupe.write("oslo", { k0000: "changed meanwhile" });
  await troupe.pass(250);
  expectTrace("copy-goes-on", troupe.trace);
  expect(await troupe.shared("lima")).to.deep.equal(await troupe.shared("oslo"));
});

test("what a copy showed before its entry arrived is not passed on as if it were in the log", async () => {
  const troupe = await Troupe.of("oslo", "lima", "kyoto");
  const keys = Array.from({ length: 700 }, (_, i) => `k${String(i).padStart(4, "0")}`);
  await troupe.write("oslo", Object.fromEntries(keys.map((key) => [key, "x"])));
  await troupe.command("oslo", { type: "append", batches: tooMany });
  await troupe.assemble("oslo", "kyoto");
  await troupe.join("oslo", "lima");
  await troupe.settleUntil(() => copiedOf(troupe.state("lima")) !== "");
  troupe.cut("oslo", "kyoto");
  await troupe.write("oslo", { k0699: "on the second page" });
  await troupe.settleUntil(() => {
    const state = troupe.state("lima");
    return state.role === "secondary" && state.record.data.phase !== "copying";
  });
  troupe.cut("oslo", "lima");
  await troupe.settle();
  expect(await troupe.shared("lima")).to.have.property("shared/k0699", "on the second page");
  await troupe.command("lima", { type: "promote", force: true, era: "lima 2", address: "" });
  await troupe.command("kyoto", { type: "update primary", activation: await troupe.activation("lima", "kyoto") });
  await troupe.settle();
  expect(await troupe.shared("kyoto")).to.have.property("shared/k0699", "on the second page");
});

/** More entries than a log holds, about a key that sorts last. */
const tooMany = Array.from({ length: logLength }, (_, i) => ({
  mount: "m",
  shared: [{ key: "shared/last", value: String(i) }],
  local: [],
}));

function copiedOf(state: Replica): string {
  return state.role === "secondary" && state.record.data.phase === "copying" ? state.record.data.copied : "";
}

test("REPL-FILTER-03, REPL-FILTER-10, REPL-FILTER-11: who is filtered is copied over when that changes what it has, and new mounts are withheld at once", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  const entry = (uuid: string, path: string) => ({
    [`core/mount/${uuid}`]: JSON.stringify({ uuid, namespace: "root", kind: "secret", path }),
  });
  const deny = JSON.stringify({ mode: "deny", paths: ["app/", "late/"] });
  await troupe.assemble("oslo", "lima");
  await troupe.write("oslo", { ...entry("u1", "app/"), "mount/u1/sky": "blue" });
  await troupe.settle();
  troupe.trace.length = 0;
  troupe.note("lima has the mount; what it may have changes");
  await troupe.write("oslo", { "core/paths-filter/lima": deny });
  await troupe.settle();
  expect(await troupe.shared("lima")).to.have.keys(["shared/core/paths-filter/lima"]);
  troupe.note("a mount that is withheld from its first entry on");
  await troupe.write("oslo", { ...entry("u2", "late/"), "mount/u2/sky": "red" });
  await troupe.settle();
  troupe.note("the link is cut for a moment");
  troupe.cut("oslo", "lima");
  await troupe.settle();
  await troupe.write("oslo", { "mount/u1/sky": "grey" });
  await troupe.pass(250);
  troupe.note("nothing is withheld any more");
  await troupe.write("oslo", { "core/paths-filter/lima": null });
  await troupe.settle();
  expectTrace("paths-filter", troupe.trace);
  expect(await troupe.shared("lima")).to.deep.equal(await troupe.shared("oslo"));
});

test("a copy under way is begun anew when what is withheld changes", async () => {
  const troupe = await Troupe.of("oslo", "lima");
  const many = Array.from({ length: 700 }, (_, i) => ({ key: `shared/mount/u1/k${i}`, value: "blue" }));
  const entry = { uuid: "u1", namespace: "root", kind: "secret", path: "app/" };
  const shared = [{ key: "shared/core/mount/u1", value: JSON.stringify(entry) }, ...many];
  await troupe.command("oslo", { type: "append", batches: [{ mount: "", shared, local: [] }] });
  await troupe.assemble("oslo");
  await troupe.join("oslo", "lima");
  await troupe.settleUntil(() => copiedOf(troupe.state("lima")) !== "");
  await troupe.write("oslo", { "core/paths-filter/lima": JSON.stringify({ mode: "deny", paths: ["app/"] }) });
  await troupe.pass(1000);
  expect(await troupe.shared("lima")).to.have.keys(["shared/core/paths-filter/lima"]);
  expect(copiedOf(troupe.state("lima"))).to.equal("");
});
