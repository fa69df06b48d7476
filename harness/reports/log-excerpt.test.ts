import { test } from "node:test";
import { expect } from "chai";
import { logAround, parseLog } from "#harness/reports/log-excerpt.ts";
import type { LogLine } from "#harness/stages/stage.ts";

function line(changes: Partial<LogLine> = {}): LogLine {
  return { at: 0, cluster: "Oslo", level: "info", event: "request", facts: {}, ...changes };
}

test("what a cluster repeats while a step waits counts once, also when several take turns", () => {
  const polls = Array.from({ length: 600 }, (_, index) =>
    line({
      cluster: index % 2 ? "Oslo" : "Lima",
      facts: { path: "sys/health", request_id: `${index}`, milliseconds: index },
    }),
  );
  const shown = logAround([...polls, line({ event: "sealed" })], []);
  expect(shown.map(({ cluster, event, times }) => [cluster, event, times])).to.deep.equal([
    ["Lima", "request", 300],
    ["Oslo", "request", 300],
    ["Oslo", "sealed", 1],
  ]);
  expect(shown[0]?.facts).to.deep.equal({ path: "sys/health" });
});

test("of much it shows the end, and the troubles before it", () => {
  const many = Array.from({ length: 500 }, (_, at) =>
    line({ at, facts: { at }, level: at % 100 === 0 ? "warn" : "info" }),
  );
  const shown = logAround(many, []);
  expect(shown.map(({ at }) => at)).to.deep.equal([0, 100, 200, 300, 400, ...many.slice(-24).map(({ at }) => at)]);
});

test("equal warnings before the end count once, whatever is between them", () => {
  const warns = (index: number) =>
    line({
      at: index,
      level: "warn",
      event: index % 2 ? "the disk is slow" : "no primary",
      facts: { index: index % 4 },
    });
  const lines = Array.from({ length: 40 }, (_, index) => [warns(index), line({ facts: { index } })]).flat();
  const shown = logAround([...lines, ...Array.from({ length: 24 }, (_, at) => line({ facts: { at } }))], []);
  const troubles = shown.filter(({ level }) => level === "warn");
  expect(troubles.map(({ at, until, event, times }) => [at, until, event, times])).to.deep.equal([
    [0, 36, "no primary", 10],
    [1, 37, "the disk is slow", 10],
    [2, 38, "no primary", 10],
    [3, 39, "the disk is slow", 10],
  ]);
});

test("secrets are masked in events and facts: by name, by shape and because they are known", () => {
  const facts = { password: "opensesame", reason: "postgresql://ada:opensesame@db.test/x", why: "no Kanarienvogel" };
  const [shown] = logAround([line({ event: "lost Kanarienvogel", facts })], ["Kanarienvogel"]);
  expect(JSON.stringify(shown)).not.to.match(/opensesame|Kanarienvogel/);
});

test("a bad attachment is no log", () => {
  for (const body of ["", "{}", '[{"at":"x"}]', "[1]"]) expect(parseLog(body), body).to.deep.equal([]);
  const good = logAround([line({ facts: { status: 200 } })], []);
  expect(parseLog(JSON.stringify(good))).to.deep.equal(good);
});
