import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { startCluster } from "./cluster.ts";

/** How long the server is stopped, in seconds: `STOPPED=30` for half a minute. Longer than a login may take, so that all limits are met. */
const stoppedSeconds = Number(process.env.STOPPED ?? 7);
/** Clients that ask for credentials without a pause. */
const clients = 16;
/** A login, and what is begun, may each take so long (`cluster/databases/patience.ts`); a busy machine takes more. */
const limits = { answerMilliseconds: 5_000, busyMilliseconds: 3_000 } as const;

const rootToken = "root";
const made = "SELECT usename FROM pg_user WHERE usename LIKE 'v-%'";

/** Signals the server and all of its processes, which are those below the one that the pid file names. */
function signal(postmaster: string, name: "STOP" | "CONT"): void {
  const below = execFileSync("ps", ["-o", "pid=", "--ppid", postmaster], { encoding: "utf8" }).split(/\s+/);
  for (const pid of [postmaster, ...below].filter((text) => text !== "")) process.kill(Number(pid), `SIG${name}`);
}

test("a database that is stopped keeps no client waiting beyond the limits, and its leases end when it goes on", async (t) => {
  await using parts = new AsyncDisposableStack();
  const server = parts.use(await embeddedPostgresql());
  const [postmaster = ""] = await server.column("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)");
  const cluster = parts.use(await startCluster({ name: "Oslo", rootToken }));
  const ask = async (method: "GET" | "POST", path: string, body?: unknown) => {
    const init = { method, headers: { "X-Vault-Token": rootToken }, ...(body ? { body: JSON.stringify(body) } : {}) };
    const reply = await fetch(`${cluster.api}/v1/${path}`, init);
    const text = await reply.text();
    return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  await ask("POST", "sys/mounts/database", { type: "database" });
  const plugin_name = "postgresql-database-plugin";
  await ask("POST", "database/config/main", { plugin_name, connection_url: server.url, allowed_roles: "*" });
  const creation_statements = `CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`;
  await ask("POST", "database/roles/app", { db_name: "main", creation_statements, default_ttl: "1h" });
  await server.run(["CREATE ROLE batch LOGIN PASSWORD 'known'"]);
  await ask("POST", "database/static-roles/batch", { db_name: "main", username: "batch", rotation_period: "24h" });
  for (let count = 0; count < clients; count++) expect((await ask("GET", "database/creds/app")).status).to.equal(200);

  signal(postmaster, "STOP");
  parts.defer(() => signal(postmaster, "CONT"));
  cluster.clock.leap(3_700_000);
  const waits: number[] = [];
  const stoppedUntil = performance.now() + stoppedSeconds * 1000;
  const client = async (method: "GET" | "POST", path: string) => {
    while (performance.now() < stoppedUntil) {
      const began = performance.now();
      const { status, body } = await ask(method, path, method === "POST" ? {} : undefined);
      waits.push(performance.now() - began);
      expect(status, JSON.stringify(body)).to.be.oneOf([500, 503]);
      await passed(1);
    }
  };
  const [rotation] = await Promise.all([
    client("POST", "database/rotate-role/batch"),
    ...Array.from({ length: clients }, () => client("GET", "database/creds/app")),
  ]);
  expect(rotation).to.equal(undefined);
  t.diagnostic(`${waits.length} requests, the longest ${Math.round(Math.max(...waits))} ms`);
  // A rotation logs in twice: as the root user, and to find out which password holds.
  expect(Math.max(...waits)).to.be.below(2 * limits.answerMilliseconds + limits.busyMilliseconds);
  signal(postmaster, "CONT");
  for (const end = performance.now() + 30_000; ; await passed(50)) {
    // What was postponed comes due.
    cluster.clock.leap(10_000);
    const left = await server.column(made);
    if (left.length === 0) break;
    expect(performance.now(), `${left.length} users are left`).to.be.below(end);
  }
  expect((await ask("GET", "database/creds/app")).status).to.equal(200);
  const { body } = await ask("GET", "database/static-creds/batch");
  expect(await server.accepts("batch", String(body?.data?.password)), "the stored password logs in").to.equal(true);
});
