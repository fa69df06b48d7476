import { suite, test } from "node:test";
import { expect } from "chai";
import { certificatesForTests } from "#engine/ports/certificates-for-tests.suite.ts";
import { credentialsForTests } from "#engine/ports/credentials-for-tests.suite.ts";
import type { Databases } from "#engine/ports/databases.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { Network } from "./network.ts";
import { random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { SimulatedCloud } from "./simulated-cloud.ts";
import { addressesOf, SimulatedCluster } from "./simulated-cluster.ts";

const noDatabases: Databases = { open: () => expect.fail("no test here opens a database") };
const hour = 3_600_000;

async function clusters(...names: readonly string[]) {
  const seed = 7;
  const scheduler = new Scheduler();
  const { recorder, events } = recording(() => scheduler.exactNow());
  const network = new Network({ scheduler, random: random(seed, "network"), recorder, proves: () => true });
  const cloud = new SimulatedCloud({ scheduler, network, random: random(seed, "cloud") });
  const all: readonly SimulatedCluster[] = names.map(
    (name) =>
      new SimulatedCluster({
        name,
        seed,
        rootToken: "root",
        scheduler,
        network,
        recorder,
        cloud: cloud.port(addressesOf(name).host),
        databases: noDatabases,
        certificates: certificatesForTests,
        clusterAt: (api) => all.find(({ host }) => api === `http://${host}:8200`),
      }),
  );
  for (const cluster of all) await scheduler.until(cluster.ready());

  function request(cluster: SimulatedCluster, method: string, path: string, content: object = {}) {
    const headers = { "x-vault-token": "root", "content-type": "application/json" };
    const body = method === "GET" ? "" : JSON.stringify(content);
    return cluster.handle({ method, target: `/v1/${path}`, headers, body, remoteAddress: "127.0.0.1" });
  }
  async function done(cluster: SimulatedCluster, method: string, path: string, content: object = {}) {
    const { status, body } = await scheduler.until(request(cluster, method, path, content));
    expect(status, body).to.be.within(200, 299);
    return body && JSON.parse(body);
  }
  function eventsFromNow() {
    const before = events.length;
    return () => events.slice(before);
  }
  return { scheduler, network, all, ask: request, done, eventsFromNow };
}

async function oslo() {
  const { all, ...rest } = await clusters("Oslo");
  const [cluster = expect.fail("no cluster")] = all;
  await rest.done(cluster, "POST", "sys/mounts/colours", { type: "kv" });
  return { cluster, ...rest };
}

suite("a killed simulated cluster", () => {
  test("restarts with everything it had acknowledged", async () => {
    const { cluster, scheduler, done } = await oslo();
    await done(cluster, "POST", "colours/sky", { value: "blue" });
    await scheduler.until(cluster.restart());
    expect((await done(cluster, "GET", "colours/sky")).data).to.deep.equal({ value: "blue" });
  });

  test("fails pending requests, and their writes are complete or absent", async () => {
    const { cluster, scheduler, ask: request, done } = await oslo();
    await done(cluster, "POST", "colours/sky", { value: "blue" });
    const write = request(cluster, "POST", "colours/sky", { value: "red" });
    const outcome = write.then(String, (error: Error) => error.message);
    await scheduler.until(cluster.restart());
    expect(await outcome).to.equal("Oslo was killed");
    const { value } = (await done(cluster, "GET", "colours/sky")).data;
    expect(["blue", "red"]).to.include(value);
    await scheduler.pass(hour);
    expect((await done(cluster, "GET", "colours/sky")).data).to.deep.equal({ value });
  });

  test("during its start or stop fails the callers, and can be started again", async () => {
    const { cluster, scheduler, done } = await oslo();
    await scheduler.until(cluster.kill());
    const started = cluster.start();
    const ready = cluster.ready().catch((error: Error) => error.message);
    await cluster.kill();
    await scheduler.until(started);
    expect(await ready).to.equal("Oslo was killed");
    await scheduler.until(cluster.start());
    const stopped = cluster.stop();
    await cluster.kill();
    await scheduler.until(stopped);
    await scheduler.until(cluster.start());
    await done(cluster, "POST", "colours/sky", { value: "blue" });
  });

  test("breaks the wires of its callers, sends nothing more on them, and can be dialled again", async () => {
    const { cluster, scheduler, network, done } = await oslo();
    await done(cluster, "POST", "sys/replication/performance/primary/enable");
    const calls: string[] = [];
    const visitor = {
      opened: () => void calls.push("opened"),
      received: () => void calls.push("frame"),
      closed: (reason: string) => void calls.push(reason),
    };
    const { link } = addressesOf("Oslo");
    network.dial({ from: "visitor", credentials: credentialsForTests.lima }, link, visitor);
    await scheduler.pass(50);
    expect(calls).to.deep.equal(["opened"]);
    await scheduler.until(cluster.restart());
    await scheduler.pass(50);
    expect(calls).to.deep.equal(["opened", "the other end is gone"]);
    network.dial({ from: "visitor", credentials: credentialsForTests.lima }, link, visitor);
    await scheduler.pass(50);
    expect(calls.slice(2)).to.deep.equal(["opened"]);
  });

  test("leaves no task, log line or frame: after the next process stops as well, nothing happens", async () => {
    const { all, scheduler, done, eventsFromNow } = await clusters("Oslo", "Lima");
    const [primary = expect.fail(), secondary = expect.fail()] = all;
    await done(primary, "POST", "sys/replication/performance/primary/enable");
    const { wrap_info } = await done(primary, "POST", "sys/replication/performance/primary/secondary-token", {
      id: "lima",
    });
    await done(secondary, "POST", "sys/replication/performance/secondary/enable", { token: wrap_info.token });
    const running = eventsFromNow();
    await scheduler.pass(60_000);
    expect(
      running().filter((event) => event.type === "frame" && event.kind === "message"),
      "the clusters exchange messages",
    ).to.not.deep.equal([]);

    // Two concurrent restarts start one process; a second one would not be stopped below.
    for (const cluster of all) await scheduler.until(Promise.all([cluster.restart(), cluster.restart()]));
    await scheduler.pass(60_000);
    for (const cluster of all) await scheduler.until(cluster.stop());
    await scheduler.pass(1000);
    const after = eventsFromNow();
    await scheduler.pass(hour);
    expect(after()).to.deep.equal([]);
  });
});
