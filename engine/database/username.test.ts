import { test } from "node:test";
import { expect } from "chai";
import { newUsername } from "./username.ts";

const wish = { now: 1_800_000_000_999, entropy: { bytes: (count: number) => new Uint8Array(count) }, longest: 63 };

test("a name says for whom and for which role it was made, and when", () => {
  const name = newUsername({ ...wish, displayName: "userpass-ada", roleName: "reporting" });
  expect(name).to.equal("v-userpass-reportin-AAAAAAAAAAAAAAAAAAAA-1800000000");
});

test("a name cannot end the quotes it is put between, and fits the server", () => {
  const name = newUsername({ ...wish, displayName: `"';\\é`, roleName: "r", longest: 32 });
  expect(name).to.equal("v-_____-r-AAAAAAAAAAAAAAAAAAAA-1");
});
