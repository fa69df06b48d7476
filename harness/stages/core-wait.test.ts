import { suite, test } from "node:test";
import { expect } from "chai";
import { CoreWait } from "./core-wait.ts";

suite("the time without a core", () => {
  test("explains a failure if it is most of the step, and at least 2 s", () => {
    expect(overload({ passed: 4000, waited: 2000 })).to.equal(
      "the computer is overloaded: for 2.0 s of the step's 4.0 s, no core was free",
    );
    expect(overload({ passed: 4001, waited: 2000 })).to.equal(undefined);
    expect(overload({ passed: 2000, waited: 1999 })).to.equal(undefined);
    expect(overload({ passed: 20_000, waited: 9000 })).to.equal(undefined);
  });

  test("counts only from the beginning of the step", () => {
    const readings = [
      { passed: 100_000, waited: 50_000 },
      { passed: 103_000, waited: 51_000 },
    ];
    expect(new CoreWait(() => readings.shift() ?? { passed: 0, waited: 0 }).overload).to.equal(undefined);
  });

  test("is read from the system, and is no excuse on an idle thread", () => {
    expect(new CoreWait().overload).to.equal(undefined);
  });
});

function overload(after: Readonly<{ passed: number; waited: number }>): string | undefined {
  const readings = [{ passed: 0, waited: 0 }, after];
  return new CoreWait(() => readings.shift() ?? after).overload;
}
