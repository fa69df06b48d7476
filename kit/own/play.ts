// Plays scenarios on three clusters of this project in processes of their own: node kit/own/play.ts [FEATURE…] [OPTION…]
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePortToKeep } from "#harness/databases/free-port.ts";
import { startServer } from "#harness/databases/start-server.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
/** Ports of kit/own/target.json. */
const ports = /\b82([0-2][0-4])\b/g;

/** Returns the target file with other ports and another database, with absolute paths of the commands. */
async function targetFile(state: string, database: string): Promise<string> {
  const found = new Map<string, number>();
  const text = readFileSync(join(here, "target.json"), "utf8");
  // The scripts expect the ports of a cluster one after the other.
  const base = await freePortToKeep();
  for (const [port = "", offset] of text.matchAll(ports)) found.set(port, base + Number(offset));
  return text
    .replaceAll(ports, (port) => String(found.get(port)))
    .replaceAll('"./', `"${here}`)
    .replace('"state/', `"${state}/`)
    .replace("127.0.0.1:5432", new URL(database).host);
}

await using database = await startServer("postgresql");
const state = mkdtempSync(join(tmpdir(), "understudy-kit-"));
writeFileSync(join(state, "target.json"), await targetFile(state, database.url));
const environment = {
  ...process.env,
  UNDERSTUDY_ROOT_TOKEN: process.env.UNDERSTUDY_ROOT_TOKEN ?? randomBytes(16).toString("hex"),
  DATABASE_PASSWORD: decodeURIComponent(new URL(database.url).password),
  UNDERSTUDY_KIT_STATE: state,
  UNDERSTUDY_KIT_OWNER: String(process.pid),
};
const target = JSON.parse(readFileSync(join(state, "target.json"), "utf8"));
function run({ commands }: Readonly<{ commands: Readonly<Record<string, readonly string[]>> }>, name: string): void {
  const [command = "", ...words] = commands[name] ?? [];
  const { status } = spawnSync(command, words, { env: environment, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} failed`);
}
try {
  for (const cluster of Object.values<Parameters<typeof run>[0]>(target.clusters)) run(cluster, "renew");
  const words = ["rehearse", ...process.argv.slice(2), "--stage", "remote", "--target", join(state, "target.json")];
  const playing = spawn(process.execPath, [program, ...words], { env: environment, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => playing.kill(signal));
  const [code] = await once(playing, "exit");
  process.exitCode = code ?? 1;
} finally {
  for (const cluster of Object.values<Parameters<typeof run>[0]>(target.clusters)) run(cluster, "kill");
  rmSync(state, { recursive: true, force: true });
}
