import { type Count, type Outcome, total } from "../suite/count.ts";
import { Meter } from "./cost.ts";
import { uncovered } from "./coverage.ts";
import { describeFinding } from "./findings.ts";
import { prepareFixture } from "./fixture.ts";
import { runLane } from "./lane.ts";
import { allLimits } from "./limit-list.ts";
import { notRefused, playLimits } from "./limits.ts";
import { describedOperations } from "./operations.ts";
import type { Finding } from "./screen.ts";
import { type Choice, chosenInputs, inOneSize, isChosen } from "./single.ts";
import { Target } from "./target.ts";

/**
 * Sends hostile inputs to the fields of an unmodified cluster's operations, and measures their cost for the serving
 * thread. Also removes each limit in limits.txt and checks that this is detected.
 */
export async function playHostile(): Promise<Outcome> {
  const { test = [], input = [] } = Object.groupBy(allLimits(), ({ sign }) => sign.kind);
  const counts = await Promise.all([
    playLimits(test),
    playOperations().then(async (count) => total([count, await playLimits(input)])),
  ]);
  return { count: total(counts) };
}

async function playOperations(): Promise<Count> {
  const begun = performance.now();
  const { findings, requests, operations, wrong, milliseconds } = await playAll();
  const seconds = Math.round((performance.now() - begun) / 1000);
  const served = Math.round(milliseconds / 1000);
  process.stdout.write(
    `${operations} operations, ${requests} requests in ${seconds} s, which cost the serving thread ${served} s of CPU\n`,
  );
  const costly = summary(findings);
  for (const line of costly) process.stdout.write(`${line}\n`);
  for (const line of wrong) process.stdout.write(`✘ ${line}\n`);
  return { passed: operations, failed: costly.length + wrong.length };
}

async function playAll() {
  await using target = await Target.start({ database: true });
  const fixture = await prepareFixture(target, { database: true });
  const operations = await describedOperations(target, fixture);
  const wrong = [...(await notRefused(allLimits(), { target, fixture, operations }))];
  const { findings, requests } = await runLane({ target, fixture, operations, asked: operations });
  const { milliseconds } = await target.mark();
  wrong.push(...uncovered(await target.decodings()));
  return { findings, requests, operations: operations.length, wrong, milliseconds };
}

function summary(findings: readonly Finding[]): readonly string[] {
  const worst = new Map<string, Finding>();
  for (const finding of findings) {
    const { asked, field } = finding.input;
    const key = `${asked.kind} ${field}`;
    const known = worst.get(key);
    if (!known || known.milliseconds < finding.milliseconds) worst.set(key, finding);
  }
  return [...worst.values()].map(describeFinding);
}

export async function playChosen(choice: Choice): Promise<Outcome> {
  const database = choice.operation.includes(" database/");
  await using target = await Target.start({ database });
  const fixture = await prepareFixture(target, { database });
  const operations = await describedOperations(target, fixture);
  const asked = operations.find((operation) => isChosen(operation, choice));
  const inputs = asked ? chosenInputs(asked, fixture, choice) : [];
  if (!asked || inputs.length === 0) return { count: { passed: 0, failed: 0 }, trouble: "there is no such input" };
  const findings =
    choice.bytes === undefined
      ? (await runLane({ target, fixture, operations, asked: [asked], inputs: () => inputs })).findings
      : await inOneSize(inputs.flat(), choice.bytes, new Meter(target));
  const costly = summary(findings);
  for (const line of costly) process.stdout.write(`${line}\n`);
  return { count: { passed: Math.max(0, inputs.length - costly.length), failed: costly.length } };
}
