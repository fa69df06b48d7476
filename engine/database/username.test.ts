import { test } from "node:test";
import { expect } from "chai";
import { newUsername } from "./username.ts";

const form = { longest: 63, longestPart: 8, signs: "", separator: "-", isUpperCase: false } as const;
const wish = { now: 1_800_000_000_999, entropy: { bytes: (count: number) => new Uint8Array(count) }, form };

test("a name says for whom and for which role it was made, and when", () => {
  const name = newUsername({ ...wish, displayName: "userpass-ada", roleName: "reporting" });
  expect(name).to.equal("v-userpass-reportin-AAAAAAAAAAAAAAAAAAAA-1800000000");
});

test("a name cannot end the quotes it is put between, and fits the server", () => {
  const name = newUsername({ ...wish, displayName: `"';\\é`, roleName: "r", form: { ...form, longest: 32 } });
  expect(name).to.equal("v-_____-r-AAAAAAAAAAAAAAAAAAAA-1");
});

test("a name has the form that the product gives it", () => {
  const upper = { longest: 100, longestPart: 15, signs: "", separator: "_", isUpperCase: true } as const;
  const name = newUsername({ ...wish, displayName: "userpass-ada", roleName: "reporting", form: upper });
  expect(name).to.equal("V_USERPASS-ADA_REPORTING_AAAAAAAAAAAAAAAAAAAA_1800000000");
});
