import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { call, rootToken } from "./call.suite.ts";
import { type LiveClock, liveClock } from "./clock.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { hashedFraction } from "./stores/crash-batches.suite.ts";
import type { OpenedStore } from "./stores/opened-store.ts";
import { postgresqlStore } from "./stores/postgresql.ts";
import { crashServer, crashSessions } from "./stores/postgresql-server-crash.suite.ts";

/** Number of rounds. `ROUNDS=100` is a full run. */
const rounds = Number(process.env.ROUNDS ?? 12);
const seed = process.env.ROUNDS_SEED ?? "1";
const atOnce = 8;
/**
 * A session's process is killed in rounds 6, 12, and so on, and the server in rounds 3, 9, and so
 * on. In other rounds, an administrator ends the sessions.
 */
const roundsPerCrash = 6;
const momentMilliseconds = 60;
/**
 * Maximum seconds of a query that sleeps while a server process is killed. The query ends earlier if the server notices
 * the kill.
 */
const noticeSeconds = 5;
const maxLooks = 100;
const retryMilliseconds = 10_000;
const pauseMilliseconds = 50;
const recoveryMilliseconds = 30_000;

let server: DatabaseServer;
const restarted = new AsyncDisposableStack();
before(async () => {
  server = await embeddedPostgresql();
  // Acknowledged transactions must survive the recovery.
  await server.run(["ALTER DATABASE postgres SET synchronous_commit = on"]);
});
after(async () => {
  await restarted.disposeAsync();
  await server[Symbol.asyncDispose]();
});

async function clusterOver({ store, clock }: { store?: OpenedStore; clock?: LiveClock } = {}) {
  const cluster = await startCluster({ name: "Oslo", rootToken, ...(store && { store }), ...(clock && { clock }) });
  const set = async (path: string, body: unknown) => {
    const { status, body: answer } = await call(cluster, "POST", path, body);
    expect(status, JSON.stringify(answer)).to.be.oneOf([200, 204]);
  };
  await set("sys/mounts/database", { type: "database" });
  await set("sys/mounts/colours", { type: "kv" });
  await set("database/config/pg", {
    plugin_name: "postgresql-database-plugin",
    connection_url: `${server.url}?application_name=understudy%20creds`,
    allowed_roles: "*",
  });
  await set("database/roles/app", {
    db_name: "pg",
    creation_statements: [
      `CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`,
      `GRANT pg_monitor TO "{{name}}"`,
    ],
  });
  return cluster;
}

async function during(disturb: () => Promise<void>, ask: (number: number) => Promise<void>): Promise<void> {
  let isOver = false;
  let asked = 0;
  const worker = async () => {
    while (!isOver) {
      asked += 1;
      await ask(asked);
    }
  };
  const workers = Array.from({ length: atOnce }, worker);
  try {
    await disturb();
  } finally {
    isOver = true;
    await Promise.all(workers);
  }
}

/** Drops all connections of the cluster after a delay. Resolves when the server accepts new connections. */
async function drop(round: number, fraction: number): Promise<void> {
  await passed(fraction * momentMilliseconds);
  if (round % roundsPerCrash === 0) await crash(() => crashSessions(server));
  else if (round % roundsPerCrash === 3) await crash(async () => void restarted.use(await crashServer(server)));
  else {
    await server.column(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'understudy %'",
    );
  }
}

async function crash(kill: () => Promise<void>): Promise<void> {
  const ended = server.run([`SELECT pg_sleep(${noticeSeconds})`]).catch(() => {});
  await kill();
  await ended;
  for (const end = Date.now() + recoveryMilliseconds; ; await passed(1)) {
    try {
      await server.column("SELECT 1");
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/**
 * Returns the users on the server and the number of leases when both numbers are equal, or after {@link maxLooks}
 * retries. They may differ while the cluster retries a revocation.
 */
async function settled(cluster: Cluster, clock: LiveClock): Promise<{ users: readonly string[]; leases: number }> {
  for (let left = maxLooks; ; left -= 1) {
    const users = await server.column("SELECT usename FROM pg_user WHERE usename LIKE 'v-%'");
    const leases = (await call(cluster, "LIST", "sys/leases/lookup/database/creds/app")).body.data.keys.length;
    if (leases === users.length || left === 0) return { users, leases };
    clock.leap(retryMilliseconds);
    await passed(pauseMilliseconds);
  }
}

suite(`connections dropped by the server ${rounds} times under load (seed ${seed})`, () => {
  test("a request fails with a clear reason, the next request works, and nothing is left behind", async (t) => {
    using clock = liveClock();
    await using cluster = await clusterOver({ clock });
    const reasons = new Map<string, number>();
    const acknowledged: { username: string; password: string }[] = [];
    const ask = async () => {
      const { status, body } = await call(cluster, "GET", "database/creds/app");
      if (status === 200) acknowledged.push(body.data);
      else {
        expect(status).to.equal(500);
        reasons.set(body.errors.join("; "), (reasons.get(body.errors.join("; ")) ?? 0) + 1);
      }
    };
    for (let round = 1; round <= rounds; round += 1) {
      await during(() => drop(round, hashedFraction(seed, round)), ask);
      const next = await call(cluster, "GET", "database/creds/app");
      expect(next.status, `round ${round}: ${JSON.stringify(next.body)}`).to.equal(200);
      acknowledged.push(next.body.data);
    }
    t.diagnostic(JSON.stringify({ acknowledged: acknowledged.length, reasons: Object.fromEntries(reasons) }));
    const plain = /\(SQLSTATE 57P0[123]\)|Connection terminated|ECONNREFUSED|ECONNRESET/;
    for (const reason of reasons.keys()) expect(reason).to.match(plain);
    const last = acknowledged.at(-1);
    expect(await server.accepts(last?.username ?? "", last?.password ?? "")).to.equal(true);
    const { users, leases } = await settled(cluster, clock);
    t.diagnostic(JSON.stringify({ users: users.length, leases }));
    expect(leases, "leases that have a user each").to.equal(users.length);
    const present = new Set(users);
    expect(
      acknowledged.filter(({ username }) => !present.has(username)).length,
      "acknowledged credentials without a user",
    ).to.equal(0);
    expect((await call(cluster, "PUT", "sys/leases/revoke-prefix/database")).status).to.equal(204);
    expect(await server.column("SELECT usename FROM pg_user WHERE usename LIKE 'v-%'")).to.deep.equal([]);
  });

  test("a cluster with a PostgreSQL store survives, and all acknowledged writes are present", async () => {
    await using store = await postgresqlStore({ url: server.url, cluster: "dropped" });
    await using cluster = await clusterOver({ store });
    for (let round = 1; round <= rounds; round += 1) {
      const acknowledged = new Map<string, string>();
      await during(
        () => drop(round, hashedFraction(seed, "store", round)),
        async (number) => {
          const [path, shade] = [`colours/${round}-${number}`, String(number)];
          const { status, body } = await call(cluster, "POST", path, { shade });
          expect(status, JSON.stringify(body)).to.equal(204);
          acknowledged.set(path, shade);
          expect((await call(cluster, "GET", path)).status).to.equal(200);
        },
      );
      for (const [path, shade] of acknowledged) {
        expect((await call(cluster, "GET", path)).body.data, `round ${round}`).to.deep.equal({ shade });
      }
    }
  });
});
