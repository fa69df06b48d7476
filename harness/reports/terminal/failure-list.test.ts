import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { expect } from "chai";
import { causesOf } from "#harness/reports/causes/causes.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";
import { sampleExchange, sampleScenario, sampleSetting } from "#harness/reports/sample-performance.suite.ts";
import { failureList } from "#harness/reports/terminal/failure-list.ts";
import { folded } from "#harness/reports/terminal/folded.ts";
import type { Output } from "#harness/reports/terminal/output.ts";
import { scenarioLines } from "#harness/reports/terminal/scenario-lines.ts";

const exchange = sampleExchange({
  ...{ method: "POST", path: `colours/${"sky/".repeat(30)}`, requestBody: { value: "blue ".repeat(60) } },
  ...{ status: 404, responseBody: { errors: ["no handler"] } },
});
const broken = sampleScenario({
  name: `All is ${"very ".repeat(30)}lost`,
  verdict: "failed",
  steps: [
    {
      keyword: "Then",
      text: "it is blue",
      line: 9,
      verdict: "failed",
      milliseconds: 1,
      error: "no",
      exchanges: [exchange],
      judged: 1,
    },
  ],
});

function causes(...scenarios: readonly PlayedScenario[]) {
  return causesOf(scenarios, new Map());
}

function output(terminal: Readonly<{ isTTY?: boolean; columns?: number }>): Output {
  return Object.assign(Object.create(process.stdout), { isTTY: false, columns: undefined, ...terminal });
}

test("on a terminal of 80 columns, all lines fit except the command, which is meant to be copied", () => {
  const screen = output({ isTTY: true, columns: 80 });
  const list = failureList(causes(broken), { setting: sampleSetting, output: screen });
  const command = list.findIndex((line) => line.includes("node bin/understudy.js"));
  expect(stripVTControlCharacters(list[command] ?? "")).to.equal(
    "    node bin/understudy.js rehearse features/failover.feature:3 --stage simulated --seed 4711",
  );
  const lines = [...list.toSpliced(command, 1), ...scenarioLines(broken, screen).slice(1)].map((line) =>
    stripVTControlCharacters(line),
  );
  expect(lines.filter((line) => line.length > 80 && !line.includes(exchange.path))).to.deep.equal([]);
  expect(lines).to.include(`    ${exchange.path}`);
});

test("lines to a pipe are not folded and have no colours", () => {
  const list = failureList(causes(broken), { setting: sampleSetting, output: output({}) });
  expect(list).to.deep.equal([
    "",
    "What failed:",
    `✘ Failover › ${broken.name}`,
    "    features/failover.feature:9 Then it is blue",
    `    POST ${exchange.path} in Oslo, root token: 404`,
    "    node bin/understudy.js rehearse features/failover.feature:3 --stage simulated --seed 4711",
    "",
  ]);
});

test("a request that was only the last one before is not presented as judged", () => {
  const steps = broken.steps.map(({ judged: _, ...step }) => step);
  const context = { setting: sampleSetting, output: output({}) };
  expect(failureList(causes({ ...broken, steps }), context)).to.include(
    `    asked before: POST ${exchange.path} in Oslo, root token: 404`,
  );
});

test("a run without failures has no list, and a long list is truncated", () => {
  const context = { setting: sampleSetting, output: output({}) };
  expect(failureList(causes(sampleScenario()), context)).to.deep.equal([]);
  const all = Array.from({ length: 300 }, (_, index) => ({ ...broken, tags: [`@DB-ROLE-${index + 10}`] }));
  const list = failureList(causes(...all), context);
  expect(list.filter((line) => line.startsWith("✘"))).to.have.length(40);
  expect(list).to.include("… and 260 more in the report");
});

test("failures with one cause are one group, with the first of them in full", () => {
  const [step] = broken.steps;
  const error = `Refused: Oslo answered POST ${exchange.path} with 404: no handler`;
  const stopped = (id: string, name: string) => ({
    ...broken,
    ...{ name, tags: [`@${id}`], steps: step ? [{ ...step, error }] : [] },
  });
  const all = Array.from({ length: 8 }, (_, index) => stopped(`DB-ROLE-0${index + 1}`, `No. ${index + 1}`));
  const list = failureList(causes(sampleScenario(), broken, ...all), { setting: sampleSetting, output: output({}) });
  const shape = `POST ${Array.from({ length: 31 }, () => "*").join("/")}`;
  expect(list).to.deep.equal([
    "",
    "What failed:",
    `✘ 8 failures with one cause: ${shape}: 404 "no handler"`,
    "    attributed to DB-ROLE-01; 7 other ids cannot be judged because of it",
    "✘ Failover › No. 1",
    "    features/failover.feature:9 Then it is blue",
    `    POST ${exchange.path} in Oslo, root token: 404`,
    "    node bin/understudy.js rehearse features/failover.feature:3 --stage simulated --seed 4711",
    ...[2, 3, 4, 5, 6].map((number) => `    same cause: Failover › No. ${number} (features/failover.feature:9)`),
    "    … and 2 more with this cause in the report",
    `✘ Failover › ${broken.name}`,
    "    features/failover.feature:9 Then it is blue",
    `    POST ${exchange.path} in Oslo, root token: 404`,
    "    node bin/understudy.js rehearse features/failover.feature:3 --stage simulated --seed 4711",
    "",
  ]);
});

test("folding keeps the indentation, breaks only at spaces, and loses no characters", () => {
  const longWord = "x".repeat(200);
  const line = `    ${"word ".repeat(40)}${longWord} end`;
  const pieces = folded(line, 60);
  expect(
    pieces.every((piece) => /^ {4}\S/.test(piece) && (piece.length <= 60 || piece === `    ${longWord}`)),
  ).to.equal(true);
  expect(pieces.map((piece) => piece.slice(4)).join(" ")).to.equal(line.slice(4));
  expect(folded(line, 10)).to.deep.equal([line]);
});
