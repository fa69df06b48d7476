import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { packageRoot } from "#harness/program/package-root.ts";
import { databaseCrashes, sweepDatabaseCrash } from "./database-crashes.ts";

suite("a crash between any two steps of database credentials", () => {
  for (const crash of databaseCrashes) {
    for (const recovery of ["restart", "promotion"] as const) {
      test(`${crash.task}, "${crash.failpoint}", then a ${recovery}`, async () => {
        expect(await sweepDatabaseCrash(crash, { recovery, seed: 1 })).to.deep.equal([]);
      });
    }
  }

  test("the sweep covers every failpoint of the database secrets engine", () => {
    const folder = join(packageRoot, "engine", "database");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts") && !/\.(test|suite)\.ts$/.test(name),
    );
    const named = sources.flatMap((name) =>
      [...readFileSync(join(folder, name), "utf8").matchAll(/failpoint\(([^)]*)\)/g)].flatMap(([, args = ""]) =>
        [...args.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text),
      ),
    );
    expect(new Set(named)).to.deep.equal(new Set(databaseCrashes.map(({ failpoint }) => failpoint)));
  });
});
