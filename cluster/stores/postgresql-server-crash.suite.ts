import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { promisify } from "node:util";
import type { DatabaseServer } from "#harness/databases/database-server.ts";

const run = promisify(execFile);

type Origin = Readonly<{
  pid: number;
  commandLine: readonly string[];
  user: Readonly<{ uid: number; gid: number }> | undefined;
}>;

/** Kills the process of one session. PostgreSQL then ends all sessions and recovers from its write-ahead log. */
export async function crashSessions(server: DatabaseServer): Promise<void> {
  const [session] = await server.column(
    "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'understudy %' ORDER BY backend_start LIMIT 1",
  );
  process.kill(Number(session), "SIGKILL");
}

/**
 * Kills the main process of the server and starts a new one with the same command line. The result must be disposed
 * before `server`, since disposing ends the new process.
 */
export async function crashServer(server: DatabaseServer): Promise<AsyncDisposable> {
  const origin = await originOf(server);
  process.kill(origin.pid, "SIGKILL");
  for (;;) {
    const [path = "", ...parameters] = origin.commandLine;
    const child = spawn(path, parameters, {
      ...origin.user,
      stdio: ["ignore", "ignore", "pipe"],
      env: { LC_ALL: "C" },
    });
    const ended = once(child, "close");
    const isReady = new Promise<boolean>((resolve) => {
      child.stderr.on("data", (text) => String(text).includes("ready to accept connections") && resolve(true));
      child.once("close", () => resolve(false));
    });
    if (await isReady) {
      return {
        async [Symbol.asyncDispose]() {
          child.kill("SIGQUIT");
          await ended;
        },
      };
    }
    // A remaining process of the old server still holds the shared memory.
    await passed(20);
  }
}

async function originOf(server: DatabaseServer): Promise<Origin> {
  const [folder = ""] = await server.column("SHOW data_directory");
  const pid = Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0]);
  const processField = async (what: string) =>
    (await run("ps", ["-ww", "-o", `${what}=`, "-p", String(pid)])).stdout.trim();
  const user = { uid: Number(await processField("uid")), gid: Number(await processField("gid")) };
  return {
    pid,
    commandLine: (await processField("args")).split(" "),
    user: process.getuid?.() === 0 ? user : undefined,
  };
}
