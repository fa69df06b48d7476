import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serverProcess } from "#harness/targets/server-process.ts";
import type { Benchmark } from "./benchmark.ts";
import { type Rehearsed, rehearsed } from "./rehearsal.ts";
import { spreadOf } from "./spread.ts";

const rounds = 3;

const program = fileURLToPath(new URL("../bin/understudy.js", import.meta.url));

/** Features whose scenarios mostly use one cluster. */
const features = ["core", "cloud-auth/certificates.feature"]
  .concat(["connection", "dynamic", "static"].map((name) => `database/${name}.feature`))
  .map((name) => `features/${name}`);

export const remote: Benchmark = {
  name: "remote",
  about: "scenarios about one cluster on a foreign server, beside the live stage",
  minutes: 4,
  async run(print) {
    await using server = await serverProcess({ rootToken: "root" });
    await using folder = await mkdtempDisposable(join(tmpdir(), "understudy-bench-"));
    const target = join(folder.path, "target.json");
    await writeFile(target, JSON.stringify(server.target));
    const [foreign, live]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      print(`turn ${round + 1} of ${rounds}`);
      const there = await playedOn(["--stage", "remote", "--target", target], server.environment);
      const here = await playedOn(["--stage", "live", "--databases", "embedded"]);
      const both = [...there.scenarios.keys()].filter((name) => here.scenarios.has(name));
      const total = ({ scenarios }: Rehearsed) => both.reduce((sum, name) => sum + (scenarios.get(name) ?? 0), 0);
      print(`${both.length} scenarios were played on both`);
      foreign.push(total(there));
      live.push(total(here));
    }
    const beside = { what: "the same on the live stage", measured: spreadOf(live) };
    const measured = spreadOf(foreign);
    return [{ what: "scenarios about one cluster", unit: "s", measured, beside, goal: { maxRatio: 2 } }];
  },
};

function playedOn(stage: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Rehearsed> {
  return rehearsed(process.execPath, [program, "rehearse", ...features, ...stage, "--workers", "1"], environment);
}
