import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { OwnClusters } from "./clusters.ts";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));

/**
 * Plays the scenarios of these requirements on the clusters, with other values of some fields of the target file.
 * Returns the content of `conformance.json`. Throws unless the exit code is 0.
 */
export async function rehearse(
  { folder, target, environment }: OwnClusters,
  ids: readonly string[],
  fields: Readonly<Record<string, unknown>> = {},
) {
  writeFileSync(join(folder, "changed.json"), JSON.stringify({ ...target, ...fields }));
  const tags = ids.map((id) => `@${id}`).join(" or ");
  const words = ["rehearse", "--tags", tags, "--stage", "remote", "--target", "changed.json", "--report", "report"];
  const playing = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(playing, "exit");
  const [stdout, stderr] = await Promise.all([text(playing.stdout), text(playing.stderr)]);
  const [code] = await ended;
  expect(code, stdout + stderr).to.equal(0);
  return JSON.parse(readFileSync(join(folder, "report/conformance.json"), "utf8"));
}
