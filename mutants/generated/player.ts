// Child process of play.ts: plays scenarios with one active mutant for each message, one message after another.
import { readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { localRunner } from "#harness/cli/local-runner.ts";
import { runFeatures } from "#harness/cli/run-features.ts";
import { stepFiles } from "#harness/cli/step-files.ts";
import { survey } from "#harness/cli/survey.ts";
import { packageRoot } from "#harness/program/package-root.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";
import type { Ended, Task } from "../player-process.ts";
import { setCaught } from "./caught.ts";
import { folderVariable, type Round, type RoundResult } from "./round.ts";
import { activate, takeCoverage } from "./switch.ts";

const folder = process.env[folderVariable] ?? "";
const sources = new Map<string, string>(Object.entries(JSON.parse(readFileSync(join(folder, "sources.json"), "utf8"))));
const root = `file://${packageRoot}`;
registerHooks({
  load(url, context, nextLoad) {
    const source = url.startsWith(root) ? sources.get(url.slice(root.length)) : undefined;
    return source === undefined ? nextLoad(url, context) : { format: "module", source, shortCircuit: true };
  },
});

const files = [...stepFiles(), fileURLToPath(new URL("./hook.ts", import.meta.url))];
let steps: Promise<Awaited<ReturnType<typeof survey>>["steps"]> | undefined;

process.on("message", ({ words: [text = ""] }: Task) => {
  void play(JSON.parse(text)).then(
    (result) => process.send?.({ ...ended, result: JSON.stringify(result) } satisfies Ended),
    (error) => process.send?.({ ...ended, ending: `${error}`, errors: inspect(error) } satisfies Ended),
  );
});

const ended: Ended = { ending: 0, errors: "", isLoaded: true };

async function play({ paths, seed, mutant }: Round): Promise<RoundResult> {
  steps ??= survey(["features"], "", files).then((found) => found.steps);
  const loaded = await steps;
  const report = join(folder, `${process.pid}`);
  await rm(report, { recursive: true, force: true });
  await mkdir(report);
  const options = { stage: "simulated", seed, features: paths, tags: "", workers: 1, report } as const;
  await using services = await localRunner.prepare(options, report);
  setCaught(false);
  activate(mutant);
  const played: PlayedScenario[] = [];
  const progress = {
    playing() {},
    ended(scenario: PlayedScenario) {
      played.push(scenario);
      if (scenario.verdict === "failed" && mutant !== undefined) setCaught(true);
    },
    [Symbol.dispose]() {},
  };
  const { signal } = new AbortController();
  const { worldParameters } = services;
  await runFeatures({ paths, tags: "", steps: loaded, workers: 1, worldParameters, report, progress, signal });
  activate(undefined);
  return {
    played: played.map(({ file, line, milliseconds, verdict, tags }) => ({
      place: `${file}:${line}`,
      milliseconds,
      ...(verdict === "failed" ? { failed: tags } : {}),
    })),
    ...(mutant === undefined ? { coverage: takeCoverage() } : {}),
  };
}
