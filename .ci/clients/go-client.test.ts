import { test } from "node:test";
import { expect } from "chai";
import { countFlows } from "./go-client.ts";

test("counts flows by their results; a skipped flow has not passed, and subtests do not count", () => {
  const output = [
    "=== RUN   TestOne",
    "--- PASS: TestOne (0.00s)",
    "    --- PASS: TestOne/part (0.00s)",
    "    kv_test.go:3: got --- PASS: 1",
    "--- FAIL: TestTwo (0.01s)",
    "--- SKIP: TestThree (0.00s)",
    "FAIL",
  ];
  expect(countFlows(output.join("\n"))).to.deep.equal({ passed: 1, failed: 2 });
});

test("returns no count if nothing was run", () => {
  expect(countFlows("panic: UNDERSTUDY_RAISED: unexpected end of JSON input\n")).to.equal(undefined);
});
