import pg from "pg";
import { call as ask, rootToken } from "#cluster/call.suite.ts";
import { type LiveClock, liveClock } from "#cluster/clock.ts";
import { type Cluster, startCluster } from "#cluster/cluster.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";

/** What tests wait for at a statement that hangs, where a cluster waits for half a minute. */
export const statementMilliseconds = 400;

const password = "root-initial";

/** A real PostgreSQL whose commits can be made to wait for a standby that there is none of. */
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
    /** Resolves when commits hang. */
    async hold(): Promise<void> {
      await awaitStandby("absent");
      for (let hangs = false; !hangs; ) hangs = await commitHangs(server.url);
    },
    /** Has all that hangs be committed. Resolves when nothing hangs any more. */
    async release(): Promise<void> {
      await awaitStandby("");
      while ((await waiting()).length > 0);
    },
    /** Resolves when a commit hangs. */
    async hangs(): Promise<void> {
      while ((await waiting()).length === 0);
    },
    /** A root user of its own, and the configuration of a connection that uses it. */
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
    /** The users that were made for a dynamic role. */
    users: (role: string) => server.column(`SELECT rolname FROM pg_roles WHERE rolname LIKE 'v-token-${role}-%'`),
  };
}

export type StandbyServer = Awaited<ReturnType<typeof standbyServer>>;

/** Whether a commit waits for a standby, as seen from beside it. What waits is broken off. */
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

/** A cluster that can be killed and started again over what it stored, at a clock that tests move. */
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
    const { status, body: said = {} } = await ask(cluster, method, path, body);
    return { status, body: said as Body };
  }
  await call("POST", "sys/mounts/database", { type: "database" });
  return {
    clock,
    lines,
    call,
    /** As `call`; throws when it is refused. */
    async done(method: string, path: string, body?: unknown): Promise<Body> {
      const { status, body: answer } = await call(method, path, body);
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
      return answer;
    },
    async leases(role: string): Promise<readonly string[]> {
      const { body } = await call("LIST", `sys/leases/lookup/database/creds/${role}`);
      return (body.data?.keys as string[] | undefined) ?? [];
    },
    /** The cluster dies in the middle of what it does, and starts again. */
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

/** How long to look for what should come about, in milliseconds: it takes a few looks. */
const patienceMilliseconds = 15_000;

/** Moves the clock on, past what is arranged for later, until `look` holds. Rejects when it does not come to hold. */
export async function eventually(
  clock: LiveClock,
  look: () => Promise<boolean>,
  claim = "what was looked for",
): Promise<void> {
  for (const end = performance.now() + patienceMilliseconds; !(await look()); ) {
    if (performance.now() >= end) throw new Error(`it does not come about: ${claim}`);
    clock.leap(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
