import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { call, rootToken } from "./call.suite.ts";
import { type Cluster, startCluster } from "./cluster.ts";

const configured = 1_000;
const used = 50;
const atOnce = 25;
const performance = "sys/replication/performance/primary";
const ends = { "a seal": ["sys/seal"], "a demotion": [`${performance}/enable`, `${performance}/demote`] } as const;

suite(`pools of ${configured} connections, ${used} of which are used`, () => {
  let server: DatabaseServer;
  before(async () => {
    server = await embeddedPostgresql();
  });
  after(() => server[Symbol.asyncDispose]());

  const pools = () =>
    server.column("SELECT DISTINCT application_name FROM pg_stat_activity WHERE application_name LIKE 'pool-%'");

  async function gone(): Promise<void> {
    // The server ends its processes shortly after the cluster closes its connections.
    for (let looks = 100; looks > 0 && (await pools()).length > 0; looks -= 1) await passed(50);
    expect(await pools()).to.deep.equal([]);
  }

  for (const [end, requests] of Object.entries(ends)) {
    test(`only used connections have a pool, and none is left after ${end}`, async () => {
      await using cluster = await startCluster({ name: "Oslo", rootToken });
      await done(cluster, "POST", "sys/mounts/database", { type: "database" });
      await eachOf(configured, (name) => configure(cluster, name, server));
      expect(await pools()).to.deep.equal([]);
      await eachOf(used, (name) => done(cluster, "GET", `database/creds/${name}`));
      expect(await pools()).to.have.members(Array.from({ length: used }, (_, n) => `pool-${n}`));
      for (const path of requests) await done(cluster, "POST", path, {});
      await gone();
    });
  }
});

async function configure(cluster: Cluster, name: string, { url }: DatabaseServer): Promise<void> {
  await done(cluster, "POST", `database/config/${name}`, {
    plugin_name: "postgresql-database-plugin",
    connection_url: `${url}?application_name=${name}`,
    allowed_roles: name,
    verify_connection: false,
  });
  const creation_statements = `CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`;
  await done(cluster, "POST", `database/roles/${name}`, { db_name: name, creation_statements });
}

async function eachOf(count: number, task: (name: string) => Promise<void>): Promise<void> {
  const names = Array.from({ length: count }, (_, n) => `pool-${n}`);
  for (let at = 0; at < count; at += atOnce) await Promise.all(names.slice(at, at + atOnce).map(task));
}

async function done(cluster: Cluster, method: string, path: string, asked?: object): Promise<void> {
  const { status, body } = await call(cluster, method, path, asked);
  expect(status, `${path}: ${JSON.stringify(body)}`).to.be.within(200, 299);
}
