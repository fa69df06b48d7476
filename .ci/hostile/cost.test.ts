import { suite, test } from "node:test";
import { expect } from "chai";
import { Meter } from "./cost.ts";
import { referenceMilliseconds } from "./reference-work.ts";
import type { Target } from "./target.ts";

type Measured = Readonly<{ milliseconds: number; reference: number }>;

async function measuredUntilFine(measured: readonly Measured[]) {
  let requests = 0;
  let milliseconds = 0;
  const target = {
    mark: async () => {
      const now = { milliseconds, bytes: 0 };
      return { ...now, from: now, reference: measured[requests]?.reference };
    },
    send: async () => {
      milliseconds += measured[requests]?.milliseconds ?? 0;
      requests += 1;
      return { status: 204, text: "" };
    },
  } as unknown as Target;
  const least = await new Meter(target).least(
    { method: "GET", path: "/v1/a" },
    (cost) => cost.milliseconds <= 100,
    measured.length,
  );
  return { least: least.milliseconds, requests };
}

suite("the lowest time of a request", () => {
  const usual = referenceMilliseconds;

  test("is reduced on a machine where the reference work takes longer", async () => {
    expect(await measuredUntilFine([{ milliseconds: 180, reference: 2 * usual }])).to.deep.equal({
      least: 90,
      requests: 1,
    });
  });

  test("is not increased on a machine where it takes less time", async () => {
    expect(await measuredUntilFine([{ milliseconds: 60, reference: usual / 2 }])).to.deep.equal({
      least: 60,
      requests: 1,
    });
  });

  test("is compared with the lowest time of the reference work, in whichever measurement", async () => {
    const slowOnce = [
      { milliseconds: 150, reference: usual },
      { milliseconds: 220, reference: 2 * usual },
    ];
    expect(await measuredUntilFine(slowOnce)).to.deep.equal({ least: 150, requests: 2 });
  });

  test("is that of all measurements until one is low enough", async () => {
    const measured = [150, 120, 90, 80].map((milliseconds) => ({ milliseconds, reference: usual }));
    expect(await measuredUntilFine(measured)).to.deep.equal({ least: 90, requests: 3 });
  });

  test("is that of one measurement if the request is much too slow", async () => {
    const measured = [5_000, 90].map((milliseconds) => ({ milliseconds, reference: usual }));
    expect(await measuredUntilFine(measured)).to.deep.equal({ least: 5_000, requests: 1 });
  });
});
