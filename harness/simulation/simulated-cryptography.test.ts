import { test } from "node:test";
import { expect } from "chai";
import { cryptographySuite } from "#engine/ports/cryptography.suite.ts";
import { random } from "./random.ts";
import { simulatedCryptography } from "./simulated-cryptography.ts";

cryptographySuite("simulated", simulatedCryptography(random(1, "cryptography")));

test("the same seed splits a secret into the same shares", async () => {
  const split = async (seed: number) => {
    const cryptography = simulatedCryptography(random(seed, "cryptography"));
    const shares = await cryptography.splitSecret(Uint8Array.of(1, 2, 3), { shares: 4, threshold: 3 });
    return shares.map((share) => share.toHex());
  };
  expect(await split(7)).to.deep.equal(await split(7));
  expect(await split(7)).not.to.deep.equal(await split(8));
});
