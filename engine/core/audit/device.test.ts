import { suite, test } from "node:test";
import { expect } from "chai";
import { auditFormatOf, auditTarget } from "./device.ts";

function refusal(judge: () => unknown): string {
  try {
    judge();
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
}

suite("options of audit devices", () => {
  test("a prefix with line breaks, control characters or program syntax is refused", () => {
    const why = "prefix may be 64 characters long, of letters, digits, blanks and @ : . , = + / [ ] _ -;";
    const breaks = ["#!/bin/sh\n", "a\rb", "\0", "\t", "\u001b[2J", "\u007f", "\u0085", "\u2028", "\u2029", "\ud800"];
    const programs = [
      'import("node:fs")//',
      "x;",
      "a|b",
      "a&",
      "$(x)",
      "`x`",
      "#",
      "eval 'x'",
      "!x",
      "{",
      "a*",
      "\\",
      "%",
      "~",
      "^",
      "?",
      "touch /tmp/x ",
      "/tmp/x ",
      "a=b: touch x ",
      "a=b touch x: ",
      " touch x",
      ">/tmp/x ",
      "a: >/tmp/x",
      "</tmp/x>1",
      "<1>2 x >y",
      "import os ",
    ];
    for (const prefix of [...breaks, ...programs, "ü", "x".repeat(65)]) {
      expect(
        refusal(() => auditFormatOf({ prefix })),
        JSON.stringify(prefix),
      ).to.include(why);
    }
    for (const prefix of [
      "",
      "@cee: ",
      "<134>1 vault [audit] - ",
      "<134>app[7]: ",
      "audit: a=1, b=2 ",
      "node=Oslo/",
      "x".repeat(64),
    ]) {
      expect(auditFormatOf({ prefix }).prefix).to.equal(prefix);
    }
  });

  test("a path that no file system accepts is refused", () => {
    for (const path of ["a\nb", "a\0", "\u001b", "a\u2028", "\udc00", "x".repeat(4097)]) {
      expect(
        refusal(() => auditTarget("file", { file_path: path })),
        JSON.stringify(path.slice(0, 9)),
      ).to.equal("file_path may be 4096 characters long, and hold no control characters");
    }
    expect(auditTarget("file", { file_path: "ä b/".repeat(1024) })).to.deep.include({ path: "ä b/".repeat(1024) });
  });

  test("the beginning of each line is passed to the file", () => {
    expect(auditTarget("file", { file_path: "a", prefix: "@cee: " })).to.deep.include({ beginning: '@cee: {"time":"' });
  });

  test("a mode with executable or special bits, or without owner access, is refused", () => {
    const modeOf = (mode: string) => auditTarget("file", { file_path: "a", mode });
    for (const mode of ["4777", "0700", "0100", "0010", "0001", "4600", "2600", "1666", "777"]) {
      expect(
        refusal(() => modeOf(mode)),
        mode,
      ).to.equal("mode must hold neither executable nor special bits, such as 0600");
    }
    for (const mode of ["0444", "0200", "0400", "0066"]) {
      expect(
        refusal(() => modeOf(mode)),
        mode,
      ).to.equal("mode must let the owner read and write, such as 0600; 0000 leaves it as it is");
    }
    for (const [text, mode] of [
      ["0600", 0o600],
      ["0666", 0o666],
      ["640", 0o640],
      ["0000", undefined],
    ] as const) {
      expect(modeOf(text), text).to.deep.include({ mode });
    }
  });
});
