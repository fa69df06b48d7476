import { test } from "node:test";
import { expect } from "chai";
import { newUsername } from "./username.ts";

const form = { maxLength: 63, maxPartLength: 8, symbols: "", separator: "-", isUpperCase: false } as const;
const inputs = { now: 1_800_000_000_999, entropy: { bytes: (count: number) => new Uint8Array(count) }, form };

test("a name contains the display name, the role and the time", () => {
  const name = newUsername({ ...inputs, displayName: "userpass-ada", roleName: "reporting" });
  expect(name).to.equal("v-userpass-reportin-AAAAAAAAAAAAAAAAAAAA-1800000000");
});

test("a name cannot end the quotes around it, and has at most the maximum length", () => {
  const name = newUsername({ ...inputs, displayName: `"';\\é`, roleName: "r", form: { ...form, maxLength: 32 } });
  expect(name).to.equal("v-_____-r-AAAAAAAAAAAAAAAAAAAA-1");
});

test("a name has the form of its product", () => {
  const upper = { maxLength: 100, maxPartLength: 15, symbols: "", separator: "_", isUpperCase: true } as const;
  const name = newUsername({ ...inputs, displayName: "userpass-ada", roleName: "reporting", form: upper });
  expect(name).to.equal("V_USERPASS-ADA_REPORTING_AAAAAAAAAAAAAAAAAAAA_1800000000");
});
