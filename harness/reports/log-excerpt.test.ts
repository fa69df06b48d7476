import { test } from "node:test";
import { expect } from "chai";
import { logAround, parseLog } from "#harness/reports/log-excerpt.ts";
import type { LogLine } from "#harness/stages/stage.ts";

function line(changes: Partial<LogLine> = {}): LogLine {
  return { at: 0, cluster: "Oslo", level: "info", event: "request", facts: {}, ...changes };
}

test("repeated lines of a cluster count once, even if several clusters alternate", () => {
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

test("a long log is shortened to its end and the warnings before it", () => {
  const many = Array.from({ length: 500 }, (_, at) =>
    line({ at, facts: { at }, level: at % 100 === 0 ? "warn" : "info" }),
  );
  const shown = logAround(many, []);
  expect(shown.map(({ at }) => at)).to.deep.equal([0, 100, 200, 300, 400, ...many.slice(-24).map(({ at }) => at)]);
});

test("equal warnings before the end count once, even with other lines between them", () => {
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

test("secrets in events and facts are masked: by name, by shape and if they are known", () => {
  const facts = { password: "opensesame", reason: "postgresql://ada:opensesame@db.test/x", why: "no Kanarienvogel" };
  const [shown] = logAround([line({ event: "lost Kanarienvogel", facts })], ["Kanarienvogel"]);
  expect(JSON.stringify(shown)).not.to.match(/opensesame|Kanarienvogel/);
});

test("an invalid attachment is an empty log", () => {
  for (const body of ["", "{}", '[{"at":"x"}]', "[1]"]) expect(parseLog(body), body).to.deep.equal([]);
  const good = logAround([line({ facts: { status: 200 } })], []);
  expect(parseLog(JSON.stringify(good))).to.deep.equal(good);
});
