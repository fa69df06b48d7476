import { test } from "node:test";
import { expect } from "chai";
import { raise } from "./raised.ts";

test("clusters that fail to start are reported at once", async () => {
  const failure = await raise(["--topology", "nowhere"]).catch(String);
  expect(failure).to.equal("Error: understudy up exited with 64 before it was ready");
});
