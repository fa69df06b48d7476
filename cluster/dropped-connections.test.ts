import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { call, rootToken } from "./call.suite.ts";
import { type LiveClock, liveClock } from "./clock.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { chance } from "./stores/crash-story.suite.ts";
import type { OpenedStore } from "./stores/opened-store.ts";
import { postgresqlStore } from "./stores/postgresql.ts";
import { crashServer, crashSessions } from "./stores/postgresql-server-crash.suite.ts";

/** How often the connections are dropped: `ROUNDS=100` for as often as was promised. */
const rounds = Number(process.env.ROUNDS ?? 12);
/** Where the moments come from. */
const seed = process.env.ROUNDS_SEED ?? "1";
/** Credentials that are asked for at a time. */
const atOnce = 8;
/** In every so many rounds a session's process is killed, in another the whole server: it recovers as from a crash. */
const roundsPerCrash = 6;
/** Within this time of a round's begin they are dropped. */
const momentMilliseconds = 60;
/** Long after it the server has noticed that one of its processes was killed. */
const noticeSeconds = 5;
/** How often is looked whether each lease has a user, each time so much later, and with so long a pause for what came due. */
const maxLooks = 100;
const retryMilliseconds = 10_000;
const pauseMilliseconds = 50;
/** How long the server may take to recover. */
const recoveryMilliseconds = 30_000;

let server: DatabaseServer;
/** Servers that were started in place of it. */
const restarted = new AsyncDisposableStack();
before(async () => {
  server = await embeddedPostgresql();
  // What it acknowledged is to be there after it recovered.
  await server.run(["ALTER DATABASE postgres SET synchronous_commit = on"]);
});
after(async () => {
  await restarted.disposeAsync();
  await server[Symbol.asyncDispose]();
});

async function clusterOver({ store, clock }: { store?: OpenedStore; clock?: LiveClock } = {}) {
  const cluster = await startCluster({ name: "Oslo", rootToken, ...(store && { store }), ...(clock && { clock }) });
  const set = async (path: string, body: unknown) => {
    const { status, body: said } = await call(cluster, "POST", path, body);
    expect(status, JSON.stringify(said)).to.be.oneOf([200, 204]);
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

/** Calls `ask`, so many at a time, until `disturb` is done. Resolves when the last answer is there. */
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

/** After a moment drops every connection of ours, in one way or the other. Resolves when the server takes new ones. */
async function drop(round: number, lot: number): Promise<void> {
  await passed(lot * momentMilliseconds);
  if (round % roundsPerCrash === 0) await crash(() => crashSessions(server));
  else if (round % roundsPerCrash === 3) await crash(async () => void restarted.use(await crashServer(server)));
  else {
    await server.column(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'understudy %'",
    );
  }
}

/** Kills processes of the server. It takes new connections for a moment until it notices, and then ends all there are. */
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
 * The users that there are and how many leases, when what became of each creation that failed was found out: its lease is over, and the
 * cluster tries again and again to revoke it.
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
  test("a request fails with a plain reason, the next one works, and nothing is left behind", async (t) => {
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
      await during(() => drop(round, chance(seed, round)), ask);
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
    expect(leases, "leases, of which each has a user").to.equal(users.length);
    const present = new Set(users);
    expect(
      acknowledged.filter(({ username }) => !present.has(username)).length,
      "acknowledged without a user",
    ).to.equal(0);
    expect((await call(cluster, "PUT", "sys/leases/revoke-prefix/database")).status).to.equal(204);
    expect(await server.column("SELECT usename FROM pg_user WHERE usename LIKE 'v-%'")).to.deep.equal([]);
  });

  test("under a PostgreSQL store, too, no process ends, and all that was acknowledged is there", async () => {
    await using store = await postgresqlStore({ url: server.url, cluster: "dropped" });
    await using cluster = await clusterOver({ store });
    for (let round = 1; round <= rounds; round += 1) {
      const kept = new Map<string, string>();
      await during(
        () => drop(round, chance(seed, "store", round)),
        async (number) => {
          const [path, shade] = [`colours/${round}-${number}`, String(number)];
          const { status, body } = await call(cluster, "POST", path, { shade });
          expect(status, JSON.stringify(body)).to.equal(204);
          kept.set(path, shade);
          expect((await call(cluster, "GET", path)).status).to.equal(200);
        },
      );
      for (const [path, shade] of kept) {
        expect((await call(cluster, "GET", path)).body.data, `round ${round}`).to.deep.equal({ shade });
      }
    }
  });
});
