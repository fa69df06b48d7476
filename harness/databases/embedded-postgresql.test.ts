import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import type { DatabaseServer } from "./database-server.ts";
import { embeddedPostgresql } from "./embedded-postgresql.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";

describe("an embedded PostgreSQL", () => {
  let server: DatabaseServer;
  before(async () => {
    server = await embeddedPostgresql();
  });
  after(() => server[Symbol.asyncDispose]());

  test("lets in whoever has the password, however it is spelt, and nobody else", async () => {
    await server.run([`CREATE ROLE "O'Hara / 50%" LOGIN PASSWORD 'p@ss:w/o"r''d %41 ü'`]);
    expect(await server.accepts("O'Hara / 50%", `p@ss:w/o"r'd %41 ü`)).to.equal(true);
    expect(await server.accepts("O'Hara / 50%", `p@ss:w/o"r'd A ü`)).to.equal(false);
    expect(await server.accepts("O'Hara / 50%", "")).to.equal(false);
    expect(await server.accepts("nobody at all", "x")).to.equal(false);
  });

  test("trusts no address: its rules know only SCRAM", async () => {
    const methods = await server.column("SELECT DISTINCT auth_method FROM pg_hba_file_rules");
    expect(methods).to.deep.equal(["scram-sha-256"]);
  });

  test("a user who may not log in, or no longer, is refused; a database that is not there is a fault", async () => {
    await server.run([
      "CREATE ROLE idle PASSWORD 'secret'",
      "CREATE ROLE late LOGIN PASSWORD 'secret' VALID UNTIL '2001-01-01'",
    ]);
    expect(await server.accepts("idle", "secret")).to.equal(false);
    expect(await server.accepts("late", "secret")).to.equal(false);
    await using elsewhere = postgresqlByUrl({ url: `${server.url}_absent`, description: "elsewhere" });
    await assert.rejects(elsewhere.accepts("postgres", new URL(server.url).password), { code: "3D000" });
  });

  test("yields the first column as the server spells it, and statements take effect one by one", async () => {
    await assert.rejects(server.run(["CREATE TABLE mark (word text)", "INSERT INTO mark VALUES ('a')", "oops"]), {
      code: "42601",
    });
    expect(await server.column("SELECT word, 1 FROM mark")).to.deep.equal(["a"]);
    expect(await server.column("SELECT true UNION ALL SELECT NULL")).to.deep.equal(["t", ""]);
  });
});

describe("nothing of an embedded PostgreSQL is left behind", () => {
  const endings = {
    "after the dispose": { then: "await server[Symbol.asyncDispose]()" },
    "after an exit without a dispose": { then: "process.exit(3)" },
    "when nobody disposes and nothing else is left to do": { then: "" },
    "after an uncaught exception": { then: "setTimeout(() => { throw new Error('uncaught') })" },
    "after Ctrl-C": { then: "setInterval(() => {}, 1000)", signal: "SIGINT" },
    "after a SIGKILL": { then: "setInterval(() => {}, 1000)", signal: "SIGKILL" },
  } as const;

  for (const [name, ending] of Object.entries(endings)) {
    test(name, async () => {
      await using run = await aRun(ending.then);
      const port = Number(await run.word);
      const [folder = ""] = await readdir(run.folder);
      const postmaster = Number(
        (await readFile(join(run.folder, folder, "data/postmaster.pid"), "utf8")).split("\n")[0],
      );
      assert(isRunning(postmaster) || !("signal" in ending));
      if ("signal" in ending) run.child.kill(ending.signal);
      await run.vanished();
      expect(isRunning(postmaster)).to.equal(false);
      expect(await answers(port)).to.equal(false);
    });
  }

  test("after a SIGKILL while it is being made", async () => {
    await using run = await aRun("");
    await eventually(async () => expect(await readdir(run.folder)).to.have.length(1));
    run.child.kill("SIGKILL");
    await run.vanished();
  });
});

type Run = Readonly<{ child: ChildProcess; folder: string; word: Promise<string>; vanished(): Promise<void> }> &
  AsyncDisposable;

/** A process that starts a server with its data in `folder`, says the port, and then does as it is told. */
async function aRun(then: string): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-run-"));
  await chmod(folder, 0o755);
  const module = JSON.stringify(new URL("./embedded-postgresql.ts", import.meta.url).href);
  const program = `
    const { embeddedPostgresql } = await import(${module});
    const server = await embeddedPostgresql();
    process.stdout.write(new URL(server.url).port + "\\n");
    await new Promise((go) => process.stdin.once("data", go));
    process.stdin.destroy();
    ${then}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, TMPDIR: folder, TEMP: folder },
  });
  const word = once(createInterface({ input: child.stdout }), "line").then(([line]) => String(line));
  return {
    child,
    folder,
    word,
    async vanished() {
      child.stdin.write("go\n");
      await eventually(async () => expect(await readdir(folder)).to.deep.equal([]));
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Far more than an immediate shutdown takes, far less than forever. */
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
