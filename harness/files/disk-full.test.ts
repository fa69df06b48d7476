import { test } from "node:test";
import { expect } from "chai";
import { diskTrouble, whyNotWritten } from "./disk-full.ts";

const systemError = (code: string) => Object.assign(new Error("its words"), { code, syscall: "write" });

test("distinguishes full disks, unusable paths and other errors", () => {
  expect(diskTrouble(systemError("ENOSPC"))).to.equal("no space is left on the device");
  expect([diskTrouble(systemError("EISDIR")), whyNotWritten(systemError("EISDIR"))]).to.deep.equal([
    undefined,
    "one of its files is a folder",
  ]);
  for (const other of [systemError("ECONNREFUSED"), new Error("ENOSPC"), Object.assign(new Error(""), { code: "EIO" })])
    expect([diskTrouble(other), whyNotWritten(other)]).to.deep.equal([undefined, undefined]);
});

test("finds the cause in errors that were suppressed during disposal", () => {
  const [full, mistake] = [systemError("ENOSPC"), new Error("mistake")];
  expect(diskTrouble(new SuppressedError(full, mistake))).to.equal("no space is left on the device");
  expect(diskTrouble(new SuppressedError(mistake, full))).to.equal("no space is left on the device");
});
