import { test } from "node:test";
import { expect } from "chai";
import { withoutRepeats } from "#harness/reports/repeated-exchanges.ts";
import { sampleExchange } from "#harness/reports/sample-performance.suite.ts";

test("what a step asks while it waits stands once, with the last answer, also when it asks several clusters in turn", () => {
  const polls = Array.from({ length: 100 }, (_, index) =>
    sampleExchange({
      ...{
        number: index,
        cluster: index % 2 ? "Lima" : "Oslo",
        responseBody: { request_id: `${index}`, data: { mode: "x" } },
      },
    }),
  );
  expect(withoutRepeats(polls).map(({ exchange, times }) => [exchange.number, times])).to.deep.equal([
    [98, 50],
    [99, 50],
  ]);
});

test("another answer, status, body, caller, path or method is another exchange", () => {
  const changes = [
    {},
    { responseBody: { a: 1 } },
    { status: 404 },
    { requestBody: {} },
    { token: null },
    { path: "x" },
    { method: "LIST" },
  ];
  expect(withoutRepeats(changes.map((change) => sampleExchange(change)))).to.have.length(changes.length);
});

test("the same asked again after something else is told again", () => {
  const asked = [sampleExchange(), sampleExchange({ path: "x" }), sampleExchange()];
  expect(withoutRepeats(asked).map(({ times }) => times)).to.deep.equal([1, 1, 1]);
});
