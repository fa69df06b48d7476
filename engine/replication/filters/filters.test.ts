import { test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../api/problem.ts";
import { LinkedClusters, type Member, rest } from "../runtime/linked-clusters.suite.ts";

type Values = Readonly<Record<string, string | null>>;

function write({ replication }: Member, values: Values): Promise<void> {
  return replication.commit(
    "m",
    Object.entries(values).map(([key, value]) => ({ key, value })),
  );
}

function mounted(uuid: string, path: string): Values {
  return { [`shared/core/mount/${uuid}`]: JSON.stringify({ uuid, namespace: "root", kind: "secret", path }) };
}

async function problemOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error("no problem");
}

async function fixture() {
  const { clusters, oslo, lima, kyoto } = await LinkedClusters.of("oslo", "lima", "kyoto");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await write(oslo, { ...mounted("free", "free/"), ...mounted("closed", "closed/") });
  await write(oslo, { "shared/mount/free/a": "free 1", "shared/mount/closed/a": "hidden 1" });
  const frames: string[] = [];
  clusters.passes = (frame) => {
    frames.push(frame);
    return true;
  };
  const deny = (paths: readonly string[], id = "lima") => oslo.replication.filters.write(id, { mode: "deny", paths });
  return { clusters, oslo, lima, kyoto, frames, deny };
}

test("REPL-FILTER-10: what is filtered from the start is on no frame, nor is the name of the mount", async () => {
  const { clusters, oslo, lima, frames, deny } = await fixture();
  await deny(["closed/", "later/"]);
  await clusters.enableSecondary(oslo, lima);
  await write(oslo, { ...mounted("late", "later/"), "shared/mount/late/a": "hidden 2" });
  await write(oslo, { "shared/mount/late/b": "hidden 3", "shared/mount/closed/a": "hidden 4" });
  await write(oslo, { "shared/mount/free/b": "free 2" });
  await rest();
  expect(await lima.store.all("shared/mount/")).to.deep.equal({
    "shared/mount/free/a": "free 1",
    "shared/mount/free/b": "free 2",
  });
  expect(lima.replication.lastIndex).to.equal(oslo.replication.lastIndex);
  expect(frames.filter((frame) => frame.includes("hidden"))).to.deep.equal([]);
  expect(frames.filter((frame) => frame.includes("shared/core/mount/late"))).to.deep.equal([]);
  expect(lima.replication.filters.onSecondary("lima")).to.deep.equal({
    dynamic_filtered_mounts: ["closed/", "later/"],
    dynamic_filtered_namespaces: [],
  });
});

test("what was mounted, written and removed while a filtered secondary was away is on no frame when it is back", async () => {
  const { clusters, oslo, lima, frames, deny } = await fixture();
  await deny(["closed/", "later/"]);
  await clusters.enableSecondary(oslo, lima);
  clusters.partition("lima");
  await rest();
  await write(oslo, { ...mounted("late", "later/"), "shared/mount/late/a": "hidden 2" });
  await write(oslo, { "shared/core/mount/late": null });
  await write(oslo, { "shared/mount/late/a": null, "shared/mount/free/b": "free 2" });
  clusters.heal("lima");
  await clusters.clock.pass(1000);
  expect(await lima.store.read("shared/mount/free/b")).to.equal("free 2");
  expect(frames.filter((frame) => frame.includes("hidden"))).to.deep.equal([]);
});

test("a filtered secondary that was away while nothing was mounted goes on from the log, without a copy", async () => {
  const { clusters, oslo, lima, deny } = await fixture();
  await deny(["closed/"]);
  await clusters.enableSecondary(oslo, lima);
  clusters.partition("lima");
  await rest();
  await write(oslo, { "shared/mount/closed/a": "hidden 2", "shared/mount/free/b": "free 2" });
  clusters.heal("lima");
  const copies = lima.logged.filter((event) => event === "copying from the primary").length;
  await clusters.clock.pass(1000);
  expect(await lima.store.read("shared/mount/free/b")).to.equal("free 2");
  expect(lima.logged.filter((event) => event === "copying from the primary")).to.have.length(copies);
});

test("REPL-FILTER-11, REPL-FILTER-12: a filter for one of two takes from it alone what it had, and gives it back", async () => {
  const { clusters, oslo, lima, kyoto, deny } = await fixture();
  await clusters.enableSecondary(oslo, lima);
  await clusters.enableSecondary(oslo, kyoto);
  const { cluster_id } = lima.replication.status();
  await deny(["closed/"], String(cluster_id));
  await rest();
  expect(await lima.store.all("shared/mount/closed")).to.deep.equal({});
  expect(await lima.store.all("shared/core/mount")).to.have.keys(["shared/core/mount/free"]);
  expect(await kyoto.store.all("shared/")).to.deep.equal(await oslo.store.all("shared/"));
  await oslo.replication.filters.remove(String(cluster_id));
  await rest();
  expect(await lima.store.all("shared/")).to.deep.equal(await oslo.store.all("shared/"));
});

test("removed names are bounded: with too many the secondary is compared, and then none are needed", async () => {
  const { clusters, oslo, lima } = await fixture();
  await oslo.replication.filters.write("lima", { mode: "allow", paths: ["free/"] });
  await clusters.enableSecondary(oslo, lima);
  const namesHere = async () => {
    const { record } = JSON.parse((await lima.store.read("local/replication/record")) ?? "");
    return record.filtered.length;
  };
  for (let i = 0; i < 1000; i++) {
    await write(oslo, mounted(`m${i}`, `m${i}/`));
    await write(oslo, { [`shared/core/mount/m${i}`]: null });
  }
  await rest();
  expect(await namesHere()).to.equal(1001);
  await write(oslo, mounted("last", "last/"));
  await write(oslo, { "shared/core/mount/last": null });
  await rest();
  expect(await namesHere()).to.equal(1);
});

test("a page passes over a filtered mount of any size at once", async () => {
  const { clusters, oslo, lima, frames, deny } = await fixture();
  const many = Array.from({ length: 3000 }, (_, i): [string, string] => [`shared/mount/closed/k${i}`, `hidden ${i}`]);
  many.push(["shared/mount/closed/\uffff\uffff", "hidden"], ["shared/mount/gone/\uffff\uffff", "left over"]);
  many.push(["shared/mount/closed0/x", "left over"]);
  await write(oslo, Object.fromEntries(many));
  await deny(["closed/"]);
  await clusters.enableSecondary(oslo, lima);
  expect(await lima.store.read("shared/mount/free/a")).to.equal("free 1");
  expect(await lima.store.all("shared/mount/closed")).to.deep.equal({});
  expect(frames.filter((frame) => frame.includes('"type":"page"'))).to.have.length(1);
  expect(frames.filter((frame) => frame.includes("hidden"))).to.deep.equal([]);
});

test("a filtered secondary is promoted only by force; it keeps its data, and a cluster that rejoins reports what it discards", async () => {
  const { clusters, oslo, lima, deny } = await fixture();
  await clusters.enableSecondary(oslo, lima);
  await deny(["closed/"]);
  await rest();
  await oslo.replication.roles.demote();
  await rest();
  expect(await problemOf(lima.replication.roles.promote({ force: false, address: "" }))).to.match(
    /^refused: a paths filter/,
  );
  await lima.replication.roles.promote({ force: true, address: "" });
  await rest();
  const { warnings } = await oslo.replication.roles.updatePrimary(
    await lima.replication.activations.registerSecondary("oslo"),
  );
  expect(warnings.join(" ")).to.contain("The primary lacks closed/");
  expect(oslo.replication.status()).to.have.deep.nested.property("given_up.removed_mounts", ["closed/"]);
  expect(oslo.logged).to.include("discarded for the primary's branch");
  await clusters.clock.pass(1000);
  await write(lima, { "shared/mount/free/b": "free 2" });
  await rest();
  expect(await oslo.store.all("shared/")).to.deep.equal(await lima.store.all("shared/"));
  expect(await oslo.store.all("shared/mount/")).to.have.keys(["shared/mount/free/a", "shared/mount/free/b"]);
});

test("only the primary accepts filters, and an unknown id has another response than an unfiltered one", async () => {
  const { clusters, oslo, lima, deny } = await fixture();
  await clusters.enableSecondary(oslo, lima);
  const { filters } = lima.replication;
  expect(await problemOf(filters.write("x", { mode: "deny", paths: [] }))).to.match(
    /^refused: .* is secondary, not primary/,
  );
  expect(await problemOf(filters.read("x"))).to.match(/^refused/);
  expect(await problemOf(filters.remove("x"))).to.match(/^refused/);
  expect(await problemOf(filters.onPrimary("x"))).to.match(/^refused/);
  expect(() => oslo.replication.filters.onSecondary("x")).to.throw(Problem, "is primary, not secondary");
  expect(() => filters.onSecondary("kyoto"))
    .to.throw(Problem)
    .with.property("code", "absent");
  expect(await problemOf(oslo.replication.filters.read("lima"))).to.equal("absent: ");
  expect(await problemOf(oslo.replication.filters.onPrimary("unknown"))).to.equal("absent: ");
  const nothing = { dynamic_filtered_mounts: [], dynamic_filtered_namespaces: [] };
  expect(await oslo.replication.filters.onPrimary("lima")).to.deep.equal(nothing);
  await deny(["closed/"], "unknown");
  expect(await oslo.replication.filters.onPrimary("unknown")).to.deep.equal({
    ...nothing,
    dynamic_filtered_mounts: ["closed/"],
  });
  expect(await problemOf(deny([], "x".repeat(257)))).to.match(/^refused: id: /);
});
