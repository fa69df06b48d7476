import { test } from "node:test";
import { expect } from "chai";
import { newPassword } from "./password.ts";

const entropy = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };

test("DB-CONFIG-16, -17: a password has 20 characters, of all four kinds and no other", () => {
  for (let count = 0; count < 500; count += 1) {
    const password = newPassword("", entropy);
    expect(password).to.match(/^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*-)[A-Za-z0-9-]{20}$/);
  }
});

test("the kinds stand anywhere, and no number is favoured by the size of a byte", () => {
  const first = new Set<string>();
  for (let count = 0; count < 3000; count += 1) first.add(newPassword("", entropy)[0] ?? "");
  expect(first.size).to.equal(63);
  // 252 to 255 would be the first letters once more; they are passed over
  const bytes = [255, 252, 0];
  const scripted = { bytes: () => Uint8Array.of(bytes.shift() ?? 0) };
  newPassword("", scripted);
  expect(bytes).to.deep.equal([]);
});

test("a named policy fails: there is none yet", () => {
  expect(() => newPassword("digits", entropy)).to.throw("failed to generate password: no password policy found");
});
