import { test } from "node:test";
import { expect } from "chai";
import { systemEntropy } from "./entropy.ts";

test("returns the requested number of bytes across all ends of the pool, and no bytes twice", () => {
  const entropy = systemEntropy();
  const seen = new Set<string>();
  for (let round = 0; round < 2000; round += 1) {
    const bytes = entropy.bytes(24);
    expect(bytes).to.have.length(24);
    seen.add(Buffer.from(bytes).toString("hex"));
  }
  expect(seen.size).to.equal(2000);
  expect(entropy.bytes(0)).to.have.length(0);
  expect(new Set(entropy.bytes(10_000)).size).to.equal(256);
});

test("returned bytes do not change", () => {
  const entropy = systemEntropy();
  const bytes = entropy.bytes(16);
  const before = [...bytes];
  for (let round = 0; round < 1000; round += 1) entropy.bytes(16);
  expect([...bytes]).to.deep.equal(before);
});
