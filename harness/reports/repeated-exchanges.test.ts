import { test } from "node:test";
import { expect } from "chai";
import { withoutRepeats } from "#harness/reports/repeated-exchanges.ts";
import { sampleExchange } from "#harness/reports/sample-performance.suite.ts";

test("repeated requests of a waiting step are listed once, with the last response, even if it alternates between clusters", () => {
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

test("a different response, status, body, token, path or method is a different exchange", () => {
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

test("an equal request after another request is listed again", () => {
  const asked = [sampleExchange(), sampleExchange({ path: "x" }), sampleExchange()];
  expect(withoutRepeats(asked).map(({ times }) => times)).to.deep.equal([1, 1, 1]);
});
