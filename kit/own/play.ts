// Plays scenarios on three clusters of this project in processes of their own. Its arguments are those of `rehearse`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownClusters } from "./clusters.ts";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));

await using clusters = await ownClusters();
const { folder, environment } = clusters;
const words = ["rehearse", ...process.argv.slice(2), "--stage", "remote", "--target", join(folder, "target.json")];
const playing = spawn(process.execPath, [program, ...words], { env: environment, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => playing.kill(signal));
const [code] = await once(playing, "exit");
process.exitCode = code ?? 1;
