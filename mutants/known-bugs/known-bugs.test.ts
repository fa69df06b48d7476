import { execFile } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { expect } from "chai";
import { v8Options } from "#bin/v8-options.js";
import { readCapsule } from "#harness/campaign/capsule.ts";
import { packageRoot } from "#harness/program/package-root.ts";
import { changeVariable } from "../change.ts";
import { type KnownBug, knownBugs } from "./known-bugs.ts";

const main = new URL("main.ts", import.meta.url).pathname;
const hook = new URL("../mutate-on-load.ts", import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), "understudy-bugs-"));
after(() => rmSync(folder, { recursive: true }));

/** Time in milliseconds after which a run is considered to loop endlessly. */
const timeoutMilliseconds = 120_000;

async function broken(
  bugs: readonly KnownBug[],
  change?: object,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const capsules = bugs.map(({ capsule }) => capsule);
  const words = [...v8Options, ...(change ? ["--import", hook] : []), main, ...capsules];
  const env = { ...process.env, ...(change ? { [changeVariable]: JSON.stringify(change) } : {}) };
  const { stdout } = await promisify(execFile)(process.execPath, words, { env, timeout: timeoutMilliseconds });
  return JSON.parse(stdout);
}

const found = knownBugs().filter(({ missing }) => missing === undefined);

suite("capsules of known bugs", { concurrency: availableParallelism() }, () => {
  let asIs: Awaited<ReturnType<typeof broken>>;
  before(async () => {
    asIs = await broken(found);
  });

  test("each bug has a capsule, and each capsule a bug and a description", () => {
    const capsules = globSync("*.json", { cwd: `${packageRoot}spec/capsules` });
    expect(capsules.toSorted()).to.deep.equal(found.map(({ capsule }) => basename(capsule)).toSorted());
    const sentences = readFileSync(`${packageRoot}spec/capsules/README.md`, "utf8");
    for (const name of capsules) expect(sentences).to.contain(`\`${name}\``);
  });

  for (const bug of found) {
    test(`${bug.id}: ${bug.why}`, async () => {
      const { checker } = readCapsule(readFileSync(bug.capsule, "utf8")).broken;
      expect(asIs[bug.capsule], "without the bug").to.deep.equal([]);
      const marker = join(folder, bug.id);
      const { [bug.capsule]: withIt } = await broken([bug], { ...bug.change, marker });
      expect(withIt, "with the bug").to.include(checker);
      expect(existsSync(marker), `${bug.change.file} was loaded`).to.equal(true);
    });
  }
});

suite("the scenario of a capsule", { concurrency: availableParallelism() }, () => {
  for (const [id, said] of [
    ["bug-01", /^the scenario breaks the rule: understudy rehearse \S+ --stage simulated --seed \d+$/m],
    ["bug-09", /^no sentence says: skew clock\nthe scenario does not break the rule, though the run does: it passes /m],
  ] as const) {
    test(`is played, and its outcome is reported: ${id}`, async () => {
      const bug = found.find((one) => one.id.toLowerCase() === id);
      const [scenario, report, marker] = [`${id}.feature`, `${id}-report`, `${id}-marker`].map((name) =>
        join(folder, name),
      ) as [string, string, string];
      const program = join(packageRoot, "bin", "understudy.js");
      const words = [program, "replay", bug?.capsule ?? "", "--scenario", scenario, "--report", report];
      const env = { ...process.env, [changeVariable]: JSON.stringify({ ...bug?.change, marker }) };
      const played: Promise<Readonly<{ code?: number; stdout: string }>> = promisify(execFile)(
        process.execPath,
        [...v8Options, "--import", hook, ...words],
        { env },
      );
      // The run breaks the rule: exit code 1.
      const { code, stdout } = await played.catch((error) => error);
      expect([code, stdout.match(said)?.length], stdout).to.deep.equal([1, 1]);
      expect(readFileSync(scenario, "utf8")).to.match(/^ {2}On the simulated stage the scenario /m);
    });
  }
});
