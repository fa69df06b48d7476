import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { packageRoot } from "#harness/program/package-root.ts";
import { enableCrashes, sweepEnableCrash } from "./enable-crashes.ts";

const crashes = await enableCrashes();

suite("a crash at any failpoint while a secondary is enabled leaves the cluster unchanged or a secondary", () => {
  for (const crash of crashes) {
    const { cluster, failpoint, passes } = crash;
    test(`${cluster} at "${failpoint}", ${passes + 1}`, async () => {
      expect(await sweepEnableCrash(crash)).to.deep.equal([]);
    });
  }

  test("the sweep covers every failpoint of replication on the secondary, and those that the primary reaches", () => {
    const folder = join(packageRoot, "engine", "replication");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts") && !/\.(test|suite)\.ts$/.test(name),
    );
    const named = sources.flatMap((name) =>
      [
        ...readFileSync(join(folder, name), "utf8").matchAll(
          /"((?:replication|secondary|storage) [a-z ]*(?:saved|sent|taken in|wiped))"/g,
        ),
      ].map(([, text = ""]) => text),
    );
    const of = (cluster: string) =>
      new Set(crashes.filter((one) => one.cluster === cluster).map((one) => one.failpoint));
    // When a copy ends, the log has no entries to stream.
    expect(of("Lima")).to.deep.equal(new Set(named).difference(new Set(["replication entry saved"])));
    expect(of("Oslo")).to.include.all.keys("replication record saved", "replication messages sent");
  });
});
