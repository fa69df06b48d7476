import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { type Rehearsed, rehearsed } from "./rehearsal.ts";
import { spreadOf } from "./spread.ts";

const rounds = 3;

const program = fileURLToPath(new URL("../bin/understudy.js", import.meta.url));

/** What is mostly about one cluster: secrets, tokens, policies, identities, certificates, connections and credentials of a database. */
const features = ["core", "cloud-auth/certificates.feature"]
  .concat(["connection", "dynamic", "static"].map((name) => `database/${name}.feature`))
  .map((name) => `features/${name}`);

const raised = z.object({
  clusters: z.tuple([z.object({ api: z.string() })]),
  databases: z.array(z.object({ url: z.string() })).min(1),
});

/** Scenarios about one cluster on a server in a process of its own that is cleared between them, beside the same on the live stage, where each has new clusters. */
export const remote: Benchmark = {
  name: "remote",
  about: "scenarios about one cluster on a foreign server, beside the live stage",
  minutes: 4,
  async run(tell) {
    await using server = await foreignServer();
    const [foreign, live]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      tell(`turn ${round + 1} of ${rounds}`);
      const there = await playedOn(["--stage", "remote", "--target", server.target], server.environment);
      const here = await playedOn(["--stage", "live", "--databases", "embedded"]);
      const both = [...there.scenarios.keys()].filter((name) => here.scenarios.has(name));
      const total = ({ scenarios }: Rehearsed) => both.reduce((sum, name) => sum + (scenarios.get(name) ?? 0), 0);
      tell(`${both.length} scenarios were played on both`);
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

type ForeignServer = AsyncDisposable & Readonly<{ target: string; environment: Readonly<Record<string, string>> }>;

async function foreignServer(): Promise<ForeignServer> {
  await using begun = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "understudy-bench-"));
  begun.defer(() => rm(folder, { recursive: true, force: true }));
  const token = "root";
  const words = ["up", "--json", "--topology", "one", "--port", "0", "--root-token", token];
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  begun.defer(async () => {
    child.kill();
    await exited;
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { clusters, databases } = raised.parse(JSON.parse(String(line)));
  const { password, host } = new URL(databases[0]?.url ?? "");
  const target = join(folder, "target.json");
  const database = { harness: `postgresql://${host}/postgres`, user: "postgres", passwordVariable: "FOREIGN_PASSWORD" };
  const cluster = { api: clusters[0].api, tokenVariable: "FOREIGN_TOKEN" };
  await writeFile(target, JSON.stringify({ name: "foreign", clusters: { Oslo: cluster }, reset: "clear", database }));
  const running = begun.move();
  const environment = { FOREIGN_TOKEN: token, FOREIGN_PASSWORD: decodeURIComponent(password) };
  return { target, environment, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
