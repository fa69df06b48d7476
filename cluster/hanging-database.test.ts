import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { call, rootToken } from "./call.suite.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { cutWire } from "./stores/cut-wire.suite.ts";

const hanging = Number(process.env.HANGING ?? 200);
const healthy = 40;
const atOnce = 16;

const asking = 40;
const answerMilliseconds = 5_000;

const hour = 3_600_000;
const made = "SELECT usename FROM pg_user WHERE usename LIKE 'v-%'";

const servers: DatabaseServer[] = [];
before(async () => {
  servers.push(...(await Promise.all([embeddedPostgresql(), embeddedPostgresql()])));
});
after(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())));

/** Starts a cluster with connections to the servers `sick` and `well`. The returned `wire` can make `sick` hang. */
async function fixture() {
  await using parts = new AsyncDisposableStack();
  const [sick, well] = servers as [DatabaseServer, DatabaseServer];
  const url = new URL(sick.url);
  const wire = parts.use(await cutWire(Number(url.port)));
  url.port = String(wire.port);
  const cluster = parts.use(await startCluster({ name: "Oslo", rootToken }));
  await call(cluster, "POST", "sys/mounts/database", { type: "database" });
  for (const [name, connection_url] of Object.entries({ sick: url.href, well: well.url })) {
    const plugin_name = "postgresql-database-plugin";
    await call(cluster, "POST", `database/config/${name}`, { plugin_name, connection_url, allowed_roles: "*" });
    const creation_statements = `CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`;
    const role = { db_name: name, creation_statements, default_ttl: "1h" };
    const { status } = await call(cluster, "POST", `database/roles/${name}`, role);
    expect(status).to.equal(204);
  }
  const kept = parts.move();
  return { cluster, wire, sick, well, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function issue(cluster: Cluster, role: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= atOnce) {
    const some = Array.from({ length: Math.min(left, atOnce) }, () => call(cluster, "GET", `database/creds/${role}`));
    for (const { status, body } of await Promise.all(some)) expect(status, JSON.stringify(body)).to.equal(200);
  }
}

async function gone(look: () => Promise<readonly unknown[]>, milliseconds: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const found = await look();
    const took = performance.now() - start;
    if (found.length === 0) return took;
    expect(took, `${found.length} are left`).to.be.below(milliseconds);
    await passed(20);
  }
}

suite(`a database that hangs, with ${hanging} expired leases on it`, () => {
  test("users on another server end in time, and those on this server end when it answers again", async (t) => {
    await using it = await fixture();
    await issue(it.cluster, "sick", hanging);
    await issue(it.cluster, "well", healthy);
    it.wire.hang(true);
    it.cluster.clock.leap(hour);
    const took = await gone(() => it.well.column(made), 60_000);
    t.diagnostic(`${took} ms`);
    expect(took).to.be.below(3_000);
    expect(await it.sick.column(made)).to.have.length(hanging);
    it.wire.hang(false);
    await gone(async () => {
      // Postponed revocations come due.
      it.cluster.clock.leap(10_000);
      return it.sick.column(made);
    }, 60_000);
    await gone(async () => {
      const { body } = await call(it.cluster, "LIST", "sys/leases/lookup/database/creds/sick");
      return body.data?.keys ?? [];
    }, 5_000);
  });

  test("requests to issue or revoke its credentials fail in time, however many there are", async (t) => {
    await using it = await fixture();
    await issue(it.cluster, "sick", asking);
    const { body } = await call(it.cluster, "LIST", "sys/leases/lookup/database/creds/sick");
    it.wire.hang(true);
    const start = performance.now();
    const refused = [
      ...Array.from({ length: asking }, () => call(it.cluster, "GET", "database/creds/sick")),
      ...body.data.keys.map((key: string) =>
        call(it.cluster, "PUT", "sys/leases/revoke", { lease_id: `database/creds/sick/${key}` }),
      ),
    ];
    await issue(it.cluster, "well", healthy);
    const meanwhile = performance.now() - start;
    const reasons = new Set<string>();
    for (const { status, body: answer } of await Promise.all(refused)) {
      expect(status).to.be.oneOf([400, 500]);
      reasons.add(answer.errors.join().replaceAll(/creds.sick.\w+/g, ""));
    }
    const took = performance.now() - start;
    t.diagnostic(JSON.stringify({ meanwhile, took, reasons: [...reasons] }));
    expect(meanwhile).to.be.below(answerMilliseconds);
    // Requests that waited for one another would take twenty times as long.
    expect(took).to.be.within(answerMilliseconds - 500, 6 * answerMilliseconds);
    for (const reason of reasons) expect(reason).to.match(/timeout/);
    it.wire.hang(false);
    await issue(it.cluster, "sick", 1);
  });
});
