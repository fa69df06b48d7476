import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePortToKeep } from "#harness/databases/free-port.ts";
import { startServer } from "#harness/databases/start-server.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
/** Ports of the clusters and of their relays in the target file of this folder. */
const ports = /\b82([0-2][0-4])\b/g;
/** Address of the database server in the target file. */
const database = "127.0.0.1:5432";

type TargetText = Readonly<{
  clusters: Readonly<Record<string, Readonly<{ commands: Readonly<Record<string, readonly string[]>> }>>>;
}> &
  Readonly<Record<string, unknown>>;

/** Three clusters of this project in processes of their own. Disposing ends them and deletes their data. */
export type OwnClusters = AsyncDisposable &
  Readonly<{
    /** Temporary folder with a target file, `target.json`, and the data of the clusters. */
    folder: string;
    /** The content of the target file. */
    target: TargetText;
    /** Environment of commands that play on the clusters. */
    environment: NodeJS.ProcessEnv;
  }>;

/** Starts the clusters and a database server on free ports. */
export async function ownClusters(): Promise<OwnClusters> {
  await using begun = new AsyncDisposableStack();
  const server = begun.use(await startServer("postgresql"));
  const folder = mkdtempSync(join(tmpdir(), "understudy-kit-"));
  begun.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { host, password } = new URL(server.url);
  const target = await onFreePorts({ folder, host });
  writeFileSync(join(folder, "target.json"), JSON.stringify(target));
  const environment = {
    ...process.env,
    UNDERSTUDY_ROOT_TOKEN: process.env.UNDERSTUDY_ROOT_TOKEN ?? randomBytes(16).toString("hex"),
    DATABASE_PASSWORD: decodeURIComponent(password),
    UNDERSTUDY_KIT_STATE: folder,
    // The clusters end with this process.
    UNDERSTUDY_KIT_OWNER: String(process.pid),
  };
  const each = (command: string) =>
    Promise.all(Object.values(target.clusters).map(({ commands }) => run(commands[command] ?? [], environment)));
  begun.defer(async () => void (await each("kill")));
  await each("renew");
  const running = begun.move();
  return { folder, target, environment, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Returns the target file with free ports, this database server, and absolute paths. */
async function onFreePorts({ folder, host }: Readonly<{ folder: string; host: string }>): Promise<TargetText> {
  const text = readFileSync(join(here, "target.json"), "utf8");
  const base = await freePortToKeep();
  return JSON.parse(
    text
      .replaceAll(ports, (_, offset) => String(base + Number(offset)))
      .replaceAll('"./', `"${here}`)
      .replace('"state/', `"${folder}/`)
      .replace(database, host),
  );
}

async function run([command = "", ...words]: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [code] = await once(spawn(command, words, { env, stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`${command} ${words.join(" ")} failed`);
}
