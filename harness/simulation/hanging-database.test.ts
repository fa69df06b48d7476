import { suite, test } from "node:test";
import { expect } from "chai";
import { noCertificates } from "#engine/ports/certificates-for-tests.suite.ts";
import type { Databases } from "#engine/ports/databases.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { simulatedPostgresql } from "./databases/simulated-postgresql.ts";
import { Network } from "./network.ts";
import { random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { SimulatedCloud } from "./simulated-cloud.ts";
import { addressesOf, SimulatedCluster } from "./simulated-cluster.ts";
import { simulatedDatabases } from "./simulated-databases.ts";

const seed = 11;
const hour = 3_600_000;
const made = "SELECT usename FROM pg_user WHERE usename LIKE 'v-%'";

async function fixture() {
  const scheduler = new Scheduler();
  const { recorder } = recording(() => scheduler.exactNow());
  const network = new Network({ scheduler, random: random(seed, "network"), recorder });
  const from = addressesOf("Oslo").host;
  const server = (name: string) => {
    const postgresql = simulatedPostgresql({ now: () => scheduler.now() });
    const host = `${name}.simulated`;
    const url = `postgresql://postgres:understudy@${host}:5432/postgres`;
    const connect = postgresql.connect;
    const port = simulatedDatabases({ scheduler, network, from, host, connect });
    const users = () => {
      using session = postgresql.connect({ user: "postgres", password: "understudy", database: "postgres" });
      return session.column(made, []);
    };
    return { name, host, url, port, users };
  };
  const [sick, well] = [server("sick"), server("well")];
  const databases: Databases = {
    open: (address) => {
      const isSick = address.kind === "postgresql" && address.settings.host === sick.host;
      return (isSick ? sick : well).port.open(address);
    },
  };
  const cluster = new SimulatedCluster({
    name: "Oslo",
    seed,
    rootToken: "root",
    scheduler,
    network,
    recorder,
    cloud: new SimulatedCloud({ scheduler, network, random: random(seed, "cloud") }).port(from),
    databases,
    certificates: noCertificates,
    clusterAt: () => undefined,
  });
  await scheduler.until(cluster.ready());
  async function done(method: string, path: string, content: object = {}) {
    const headers = { "x-vault-token": "root", "content-type": "application/json" };
    const body = method === "GET" ? "" : JSON.stringify(content);
    const reply = cluster.handle({ method, target: `/v1/${path}`, headers, body, remoteAddress: "127.0.0.1" });
    expect((await scheduler.until(reply)).status, path).to.be.within(200, 299);
  }
  await done("POST", "sys/mounts/database", { type: "database" });
  for (const { name, url } of [sick, well]) {
    const plugin_name = "postgresql-database-plugin";
    await done("POST", `database/config/${name}`, { plugin_name, connection_url: url, allowed_roles: "*" });
    const creation_statements = `CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`;
    await done("POST", `database/roles/${name}`, { db_name: name, creation_statements, default_ttl: "1h" });
  }
  const issue = async (role: string, count: number) => {
    for (let left = count; left > 0; left -= 1) await done("GET", `database/creds/${role}`);
  };
  return { scheduler, network, cluster, from, sick, well, issue, done };
}

suite("a simulated database server that hangs", () => {
  for (const count of [200, 800]) {
    test(`delays the users of another server by at most a second, with ${count} expired leases`, async () => {
      const { scheduler, network, cluster, from, sick, well, issue } = await fixture();
      await issue("sick", count);
      await issue("well", 10);
      network.dropSilently(from, sick.host);
      scheduler.leap(hour);
      await scheduler.pass(1000);
      expect(well.users()).to.deep.equal([]);
      expect(sick.users()).to.have.length(count);
      // The server answers again before the retries are exhausted.
      await scheduler.pass(60_000);
      network.heal(from, sick.host);
      await scheduler.pass(400_000);
      expect(sick.users()).to.deep.equal([]);
      await scheduler.until(cluster.stop());
    });
  }

  test("does not keep users of another server after a restart", async () => {
    const { scheduler, network, cluster, from, sick, well, issue } = await fixture();
    await issue("sick", 200);
    await issue("well", 10);
    network.dropSilently(from, sick.host);
    await scheduler.until(cluster.restart());
    scheduler.leap(hour);
    await scheduler.pass(1000);
    expect(well.users()).to.deep.equal([]);
    await scheduler.until(cluster.stop());
  });
});
