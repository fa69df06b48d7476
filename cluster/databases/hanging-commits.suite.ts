import pg from "pg";
import { call as ask, rootToken } from "#cluster/call.suite.ts";
import { type LiveClock, liveClock } from "#cluster/clock.ts";
import { type Cluster, startCluster } from "#cluster/cluster.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";

export const statementMilliseconds = 400;

const password = "root-initial";

/** Starts a PostgreSQL server whose commits can be made to hang: they wait for a standby that does not exist. */
export async function standbyServer() {
  const server = await embeddedPostgresql({
    settings: { synchronous_commit: "on", wal_level: "replica", max_wal_senders: "1" },
  });
  await server.run(["CREATE TABLE marker (note text)", "GRANT ALL ON marker TO PUBLIC"]);
  const awaitStandby = (standby: string) =>
    server.run([`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`, "SELECT pg_reload_conf()"]);
  const waiting = () => server.column("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  let roots = 0;
  return {
    ...server,
    async hold(): Promise<void> {
      await awaitStandby("absent");
      for (let hangs = false; !hangs; ) hangs = await commitHangs(server.url);
    },
    async release(): Promise<void> {
      await awaitStandby("");
      while ((await waiting()).length > 0);
    },
    async hangs(): Promise<void> {
      while ((await waiting()).length === 0);
    },
    async connection() {
      roots += 1;
      const username = `root ${roots}`;
      await server.run([`CREATE ROLE "${username}" WITH LOGIN SUPERUSER PASSWORD '${password}'`]);
      return {
        plugin_name: "postgresql-database-plugin",
        connection_url: server.urlFor("{{username}}", "{{password}}"),
        username,
        password,
        allowed_roles: "*",
      };
    },
    users: (role: string) => server.column(`SELECT rolname FROM pg_roles WHERE rolname LIKE 'v-token-${role}-%'`),
  };
}

export type StandbyServer = Awaited<ReturnType<typeof standbyServer>>;

async function commitHangs(url: string): Promise<boolean> {
  const [probe, beside] = [new pg.Client(url), new pg.Client(url)];
  for (const client of [probe, beside]) client.on("error", () => {});
  await Promise.all([probe.connect(), beside.connect()]);
  try {
    const { rows } = await probe.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const pid = rows[0]?.pid ?? 0;
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    probe.query("INSERT INTO marker VALUES ('probe')").then(done, done);
    for (;;) {
      const { rowCount } = await beside.query(
        "SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'",
        [pid],
      );
      if (isDone) return false;
      if (rowCount) {
        await beside.query("SELECT pg_terminate_backend($1)", [pid]);
        return true;
      }
    }
  } finally {
    await Promise.all([probe.end().catch(() => {}), beside.end()]);
  }
}

type Reply = Readonly<{ status: number; body: Body }>;
type Body = { data?: Record<string, unknown>; errors?: string[]; lease_id?: string };

/** Starts a cluster that can be killed and restarted with its stored data. Tests can advance its clock. */
export async function hangingFixture() {
  const store = memoryStore();
  const clock: LiveClock = liveClock();
  const lines: string[] = [];
  const start = () =>
    startCluster({
      name: "Oslo",
      rootToken,
      unsealKey: new Uint8Array(32),
      store,
      clock,
      databaseStatementMilliseconds: statementMilliseconds,
      logLevel: "warn",
      logDestination: { write: (line: string) => void lines.push(line) },
    });
  let cluster: Cluster = await start();
  async function call(method: string, path: string, body?: unknown): Promise<Reply> {
    const { status, body: answer = {} } = await ask(cluster, method, path, body);
    return { status, body: answer as Body };
  }
  await call("POST", "sys/mounts/database", { type: "database" });
  return {
    clock,
    lines,
    call,
    async done(method: string, path: string, body?: unknown): Promise<Body> {
      const { status, body: answer } = await call(method, path, body);
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
      return answer;
    },
    async leases(role: string): Promise<readonly string[]> {
      const { body } = await call("LIST", `sys/leases/lookup/database/creds/${role}`);
      return (body.data?.keys as string[] | undefined) ?? [];
    },
    async restart(): Promise<void> {
      await cluster.kill();
      cluster = await start();
    },
    async [Symbol.asyncDispose]() {
      await cluster[Symbol.asyncDispose]();
      clock[Symbol.dispose]();
    },
  };
}

export type HangingFixture = Awaited<ReturnType<typeof hangingFixture>>;

const maxWaitMilliseconds = 15_000;

/**
 * Advances the clock repeatedly until `look` resolves to true. Rejects after {@link maxWaitMilliseconds} of real time.
 */
export async function eventually(
  clock: LiveClock,
  look: () => Promise<boolean>,
  claim = "the condition",
): Promise<void> {
  for (const end = performance.now() + maxWaitMilliseconds; !(await look()); ) {
    if (performance.now() >= end) throw new Error(`not reached in time: ${claim}`);
    clock.leap(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
