import { suite, test } from "node:test";
import { expect } from "chai";
import { embeddedCloud } from "#harness/cloud/embedded/embedded-cloud.ts";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";
import { live } from "./live.ts";
import type { Stage } from "./stage.ts";

/** Far more than a look or a request takes, and less than a stage waits. */
const longMilliseconds = 15_000;

const open = () =>
  live({
    topology: { name: "two", clusters: ["Oslo", "Lima"] },
    database: postgresqlByUrl({ url: "postgresql://unused@127.0.0.1:1/none", description: "none" }),
    cloud: (now) => embeddedCloud({ now }),
  });

/** How much more time passed on the stage than on the machine during a wait until so much had passed on either. */
async function ahead(stage: Stage, milliseconds: number): Promise<number> {
  // In this order, so that a machine that halts in between makes it less, never more.
  const really = performance.now();
  const began = stage.now();
  await stage.eventually(async () => {
    if (stage.now() - began < milliseconds) throw new Error("not yet");
  });
  return stage.now() - began - (performance.now() - really);
}

suite("waiting on a live stage", () => {
  test("takes as long as it takes where no link was upset", async () => {
    await using stage = await open();
    expect(await ahead(stage, 300)).to.be.lessThan(100);
  });

  for (const upset of ["partition", "dropSilently"] as const) {
    test(`is over sooner than the clock says when a link was upset by ${upset}, also once it is healed`, async () => {
      await using stage = await open();
      await stage[upset]("Oslo", "Lima");
      expect(await ahead(stage, longMilliseconds)).to.be.greaterThan(longMilliseconds / 2);
      await stage.heal("Oslo", "Lima");
      expect(await ahead(stage, longMilliseconds)).to.be.greaterThan(longMilliseconds / 2);
    });
  }
});
