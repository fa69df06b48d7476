import { Writable } from "node:stream";
import { test } from "node:test";
import { expect } from "chai";
import { sampleScenario } from "#harness/reports/sample-performance.suite.ts";
import { progressBar } from "#harness/reports/terminal/progress-bar.ts";
import { progressOn } from "#harness/reports/terminal/progress-on.ts";

function output(terminal: Readonly<{ isTTY?: boolean; columns?: number }> = {}) {
  let written = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const take = () => {
    const all = written;
    written = "";
    return all;
  };
  return Object.assign(stream, terminal, { take });
}

const terminal = { isTTY: true, columns: 80 };
const broken = sampleScenario({
  name: "All is\u001b[2J lost\u0007",
  verdict: "failed",
  milliseconds: 1_234,
  steps: [
    {
      keyword: "Then",
      text: "it is blue",
      line: 9,
      verdict: "failed",
      milliseconds: 1,
      error: "expected red\n  at a.ts:1",
      exchanges: [],
    },
  ],
});
const unplayed = sampleScenario({ verdict: "not played", reason: "time cannot be moved" });

test("a pipe gets plain lines, one for each scenario, with error and location of failures", () => {
  const pipe = output();
  const progress = progressOn(pipe);
  progress.playing("Failover › Nothing is lost", 3);
  for (const scenario of [sampleScenario(), broken, unplayed]) progress.ended(scenario);
  progress[Symbol.dispose]();
  expect(pipe.take()).to.equal(
    [
      "✔ Failover › Nothing is lost (0.3 s)",
      "✘ Failover › All is lost (1.2 s)",
      "    features/failover.feature:9",
      "    Then it is blue",
      "    expected red",
      "      at a.ts:1",
      "– Failover › Nothing is lost (not played: time cannot be moved)",
      "",
    ].join("\n"),
  );
});

test("a terminal shows a progress bar below the scenarios that did not pass, which is removed at the end", () => {
  const screen = output(terminal);
  const progress = progressBar(screen, () => 0);
  progress.playing(`Failover › ${"very ".repeat(40)}long`, 2);
  const first = screen.take();
  expect(first).to.contain("0/2").and.contain("Failover › very").and.not.contain("long");
  progress.ended(sampleScenario());
  progress.ended(broken);
  const rest = screen.take();
  expect(rest)
    .to.contain("2/2, 1 failed")
    .and.contain("features/failover.feature:9")
    .and.not.contain("Nothing is lost (");
  progress[Symbol.dispose]();
  expect(screen.take()).to.equal("\r\u001b[2K");
});

test("NO_COLOR disables colours on terminals", (context) => {
  const before = process.env.NO_COLOR;
  context.after(() => {
    if (before === undefined) delete process.env.NO_COLOR;
    else process.env.NO_COLOR = before;
  });
  const colours = () => {
    const screen = output(terminal);
    using progress = progressBar(screen, () => 0);
    progress.ended(broken);
    return screen.take().includes("\u001b[3");
  };
  delete process.env.NO_COLOR;
  expect(colours()).to.equal(true);
  process.env.NO_COLOR = "1";
  expect(colours()).to.equal(false);
});
