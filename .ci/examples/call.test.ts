import { readFileSync } from "node:fs";
import { test } from "node:test";
import { expect } from "chai";
import { curlCalls, vaultCalls } from "./call.ts";
import { fenced } from "./page.ts";

test("docs/failover.md has each call for curl and for vault, in the same order, to the same clusters, with the same fields", () => {
  const page = readFileSync(new URL("../../docs/failover.md", import.meta.url), "utf8");
  const textOf = (language: string) => fenced(page, language).map(({ text }) => text);
  const [curl, vault] = [curlCalls(textOf("sh").join("\n")), vaultCalls(textOf("console").join("\n"))];
  expect(curl).to.have.length.above(30);
  expect(vault).to.deep.equal(curl);
});
