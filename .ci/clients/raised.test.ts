import { test } from "node:test";
import { expect } from "chai";
import { raise } from "./raised.ts";

test("clusters that cannot be raised are told of at once", async () => {
  const failure = await raise(["--topology", "nowhere"]).catch(String);
  expect(failure).to.equal("Error: understudy up ended with 64 before it stood");
});
