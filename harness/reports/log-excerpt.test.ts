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
