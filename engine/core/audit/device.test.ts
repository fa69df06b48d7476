import { suite, test } from "node:test";
import { expect } from "chai";
import { auditTarget, mannerOf } from "./device.ts";

function refusal(judge: () => unknown): string {
  try {
    judge();
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
}

suite("what an audit device may not be told", () => {
  test("a prefix that begins another line, or moves the cursor", () => {
    for (const prefix of ["#!/bin/sh\n", "a\rb", "\0", "\t", "\u001b[2J", "\u007f", "\u0085", "\u2028", "\u2029"]) {
      expect(
        refusal(() => mannerOf({ prefix })),
        JSON.stringify(prefix),
      ).to.equal("prefix must hold no control characters");
    }
    expect(refusal(() => mannerOf({ prefix: "x".repeat(257) }))).to.equal("prefix may be 256 characters long");
    expect(mannerOf({ prefix: "@cee: ü" }).prefix).to.equal("@cee: ü");
  });

  test("a mode with which its file can be executed, or lends its owner's rights", () => {
    const modeOf = (mode: string) => auditTarget("file", { file_path: "a", mode });
    for (const mode of ["4777", "0700", "0100", "0010", "0001", "4600", "2600", "1666", "777"]) {
      expect(
        refusal(() => modeOf(mode)),
        mode,
      ).to.equal("mode must hold neither executable nor special bits, such as 0600");
    }
    for (const [text, mode] of [
      ["0600", 0o600],
      ["0666", 0o666],
      ["640", 0o640],
      ["0000", 0o600],
    ] as const) {
      expect(modeOf(text), text).to.deep.include({ mode });
    }
  });
});
