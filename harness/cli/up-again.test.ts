import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-again-"));
// PostgreSQL runs as another user if this process is root.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

type Up = Readonly<{ api: string; database: { url: string; kept: boolean } }> &
  Readonly<{ end(signal: "SIGTERM" | "SIGKILL"): Promise<unknown> }>;

async function up(): Promise<Up> {
  const store = `sqlite:${join(folder, "a.db")}`;
  const words = ["up", "--json", "--topology", "one", "--port", "0", "--root-token", "root", "--store", store];
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const orphaned = () => child.kill();
  process.once("exit", orphaned);
  const exited = once(child, "exit");
  const [said] = await once(createInterface({ input: child.stdout }), "line");
  const { clusters, databases } = JSON.parse(String(said));
  return {
    api: clusters[0].api,
    database: databases[0],
    end(signal) {
      child.kill(signal);
      process.off("exit", orphaned);
      return exited;
    },
  };
}

async function call(api: string, path: string, body?: unknown): Promise<{ data: Record<string, string> }> {
  const reply = await fetch(`${api}/v1/${path}`, {
    headers: { "X-Vault-Token": "root" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  expect(reply.status, text).to.be.lessThan(300);
  return text === "" ? { data: {} } : JSON.parse(text);
}

async function credentials({ api, database }: Up): Promise<Record<string, string>> {
  const { data } = await call(api, "database/creds/reader");
  await using server = postgresqlByUrl({ url: database.url, description: "kept" });
  expect(await server.accepts(data.username ?? "", data.password ?? "")).to.equal(true);
  return data;
}

test("up on existing stores finds its PostgreSQL unchanged and reachable by stored connections, even after a kill", async () => {
  const first = await up();
  expect(first.database.kept).to.equal(true);
  await call(first.api, "sys/mounts/database", { type: "database" });
  const { username, password } = new URL(first.database.url);
  await call(first.api, "database/config/main", {
    plugin_name: "postgresql-database-plugin",
    connection_url: first.database.url.replace(/\/\/[^@]*@/, "//{{username}}:{{password}}@"),
    username,
    password,
    allowed_roles: "*",
  });
  await call(first.api, "database/roles/reader", {
    db_name: "main",
    creation_statements: [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`],
  });
  const noted = await credentials(first);
  expect(await first.end("SIGTERM")).to.deep.equal([0, null]);
  for (const ending of ["SIGKILL", "SIGTERM"] as const) {
    const again = await up();
    expect(again.database).to.deep.equal(first.database);
    await using server = postgresqlByUrl({ url: again.database.url, description: "kept" });
    expect(await server.accepts(noted.username ?? "", noted.password ?? ""), `before ${ending}`).to.equal(true);
    await credentials(again);
    await again.end(ending);
  }
  expect(statSync(join(folder, "a-postgresql/data/understudy.json")).mode & 0o077).to.equal(0);
});
