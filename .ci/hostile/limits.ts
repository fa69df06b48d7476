import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapConcurrently } from "#engine/core/concurrency/map-concurrently.ts";
import { checkoutRoot } from "../suite/checkout-root.ts";
import type { Count } from "../suite/count.ts";
import { bounds } from "./bounds.ts";
import { type Cost, Meter } from "./cost.ts";
import { type Fixture, prepareFixture } from "./fixture.ts";
import type { Limit, Sign } from "./limit-list.ts";
import { type Asked, describedOperations } from "./operations.ts";
import { isWithin } from "./screen.ts";
import { chosenInputs, isChosen } from "./single.ts";
import { Target } from "./target.ts";

/** Maximum numbers of concurrent clusters with removed limits, and of concurrent tests, which mostly wait. */
const [clustersAtOnce, testsAtOnce] = [1, 3];

/**
 * Timeout in milliseconds of a test whose limit is removed. With the limit, a test takes a few seconds, so a test that
 * hangs counts as a detected removal.
 */
const patience = 45_000;

const mutate = new URL("../../mutants/mutate-on-load.ts", import.meta.url).href;

type Verdict = (isFine: boolean, line: string) => void;

export async function playLimits(limits: readonly Limit[]): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-limits-"));
  let [passed, failed] = [0, 0];
  const judge: Verdict = (isFine, line) => {
    if (isFine) passed += 1;
    else {
      failed += 1;
      process.stdout.write(`✘ ${line}\n`);
    }
  };
  const clusters = batchesOf(limits).map((batch) => () => playBatch(batch, judge));
  const tests = limits.flatMap((limit) => {
    const { sign } = limit;
    return sign.kind === "test" ? [() => playTest(limit, sign, { folder, judge })] : [];
  });
  try {
    await Promise.all([
      mapConcurrently(clusters, { most: clustersAtOnce }, (task) => task()),
      mapConcurrently(tests, { most: testsAtOnce }, (task) => task()),
    ]);
    return { passed, failed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Consecutive limits of a file are in different groups, because one of them could hide the removal of the other. */
function batchesOf(limits: readonly Limit[]): readonly (readonly Limit[])[] {
  const byFile = Map.groupBy(
    limits.filter(({ sign }) => sign.kind === "input"),
    ({ file }) => file,
  );
  const batch = (parity: number) =>
    [...byFile.values()].flatMap((ofFile) => ofFile.filter((_, index) => index % 2 === parity));
  return [batch(0), batch(1)].filter((one) => one.length > 0);
}

async function playBatch(batch: readonly Limit[], judge: Verdict): Promise<void> {
  await using target = await Target.start({ changes: batch });
  const fixture = await prepareFixture(target, { database: false });
  const operations = await describedOperations(target, fixture);
  for (const { name, file, why, sign } of batch) {
    if (sign.kind !== "input") continue;
    const isRefused = await holds(sign, { target, fixture, operations });
    judge(!isRefused, `${name} was removed (${file}: ${why}), and nothing detected it`);
  }
}

export async function notRefused(limits: readonly Limit[], stand: Stand): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { name, sign } of limits) {
    if (sign.kind !== "input" || (await holds(sign, stand))) continue;
    lines.push(`${name}: ${JSON.stringify(sign)} is not refused as expected, or costs too much`);
  }
  return lines;
}

type InputSign = Extract<Sign, { kind: "input" }>;
export type Stand = Readonly<{ target: Target; fixture: Fixture; operations: readonly Asked[] }>;

async function holds({ choice, status, text }: InputSign, { target, fixture, operations }: Stand): Promise<boolean> {
  const asked = operations.find((operation) => isChosen(operation, choice));
  const input = asked && chosenInputs(asked, fixture, choice)[0]?.[0];
  if (!input) throw new Error(`limits.txt: there is no input ${JSON.stringify(choice)}`);
  const bound = bounds[input.asked.client];
  const [meter, sent] = [new Meter(target), input.of(choice.bytes)];
  const keeps = (one: Cost): boolean => isWithin(one, bound);
  const first = await meter.cost(sent);
  if (first.reply.status !== status || !first.reply.text.includes(text)) return false;
  return keeps(first) || keeps(await meter.least(sent, keeps));
}

type TestOptions = Readonly<{ folder: string; judge: Verdict }>;

async function playTest(
  { name, file, why, find, replace }: Limit,
  sign: Extract<Sign, { kind: "test" }>,
  { folder, judge }: TestOptions,
): Promise<void> {
  const pattern = sign.name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const change = JSON.stringify({ file, find, replace, marker: join(folder, name) });
  const words = ["--import", mutate, "--test", "--test-isolation=none", "--test-name-pattern", pattern, sign.file];
  const env = { ...process.env, UNDERSTUDY_MUTANT: change };
  const child = spawn(process.execPath, words, {
    cwd: checkoutRoot,
    stdio: "ignore",
    env,
    timeout: patience,
    killSignal: "SIGKILL",
  });
  const [code] = await once(child, "exit");
  judge(code !== 0, `${name} was removed (${file}: ${why}), and ${sign.file} passes`);
}
