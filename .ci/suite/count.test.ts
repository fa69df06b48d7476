import { suite, test } from "node:test";
import { expect } from "chai";
import { closingLine, judge, readClosingLine, total } from "./count.ts";

suite("the last line", () => {
  test("is read as it is written", () => {
    const count = { passed: 12, failed: 3 };
    expect(readClosingLine(`progress\n${closingLine(count)}\n`)).to.deep.equal(count);
  });
  for (const output of ["", "12 passed", "3 passed, 0 failed\nand then it crashed\n", "not 3 passed, 0 failed\n"]) {
    test(`is not found in ${JSON.stringify(output)}`, () => {
      expect(readClosingLine(output)).to.equal(undefined);
    });
  }
});

suite("the verdict on a part", () => {
  test("passes if all passed and the exit code is 0", () => {
    expect(judge({ passed: 2, failed: 0 }, 0)).to.deep.equal({ count: { passed: 2, failed: 0 } });
  });
  test("counts failures", () => {
    expect(judge({ passed: 2, failed: 1 }, 1)).to.deep.equal({ count: { passed: 2, failed: 1 } });
  });

  const troubles = [
    ["a crash before anything was counted", judge(undefined, 2), 0, 1],
    ["a kill before anything was counted", judge(undefined, "SIGKILL"), 0, 1],
    ["no count though it ended well", judge(undefined, 0), 0, 1],
    ["nothing played", judge({ passed: 0, failed: 0 }, 0), 0, 1],
    ["a failed exit with nothing failed", judge({ passed: 2, failed: 0 }, 2), 2, 1],
  ] as const;
  for (const [what, { count, trouble }, passed, failed] of troubles) {
    test(`${what} is a failure with a reason`, () => {
      expect(count).to.deep.equal({ passed, failed });
      expect(trouble).to.be.a("string");
    });
  }
});

test("a total is the sum of its parts", () => {
  expect(total([])).to.deep.equal({ passed: 0, failed: 0 });
  const counts = [
    { passed: 2, failed: 0 },
    { passed: 3, failed: 1 },
  ];
  expect(total(counts)).to.deep.equal({ passed: 5, failed: 1 });
});
