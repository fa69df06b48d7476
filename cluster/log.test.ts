import { test } from "node:test";
import { expect } from "chai";
import { jsonLog, type LogLevel } from "./log.ts";

function written(level: LogLevel): Record<string, unknown>[] {
  const lines: string[] = [];
  const log = jsonLog({ cluster: "Oslo", level, destination: { write: (line) => void lines.push(line) } });
  log.info("a lease ended", { lease: "database/creds/web/1", late: 3 });
  log.warn("a wire broke");
  log.error("a rotation failed", { role: null });
  return lines.map((line) => JSON.parse(line));
}

test("a line contains the event, its facts and the cluster", () => {
  const [first] = written("info");
  expect(first).to.include({ cluster: "Oslo", msg: "a lease ended", lease: "database/creds/web/1", late: 3 });
});

test("the level selects the lines that are written", () => {
  expect(written("info")).to.have.length(3);
  expect(written("error").map((line) => line.msg)).to.deep.equal(["a rotation failed"]);
  expect(written("silent")).to.deep.equal([]);
});
