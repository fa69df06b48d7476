import { test } from "node:test";
import { expect } from "chai";
import { jsonLog } from "./log.ts";
import { textLines } from "./log-text.ts";

test("a text line has time, level, cluster, event and facts, with quotes where a value would break the line", () => {
  const lines: string[] = [];
  const destination = textLines({ write: (line) => void lines.push(line) });
  const log = jsonLog({ cluster: "Oslo", level: "info", destination });
  log.info("request", { path: "/v1/a", status: 200, note: 'two words\n2026 info "' });
  log.warn("a wire broke");
  expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /, ""))).to.deep.equal([
    'info  Oslo request path=/v1/a status=200 note="two words\\n2026 info \\""\n',
    'warn  Oslo "a wire broke"\n',
  ]);
});
