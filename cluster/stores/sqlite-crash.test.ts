import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { expect } from "chai";
import { crash } from "./crash.suite.ts";
import { countBatches } from "./crash-batches.suite.ts";
import { sqliteStore } from "./sqlite.ts";

/** Total number of processes that are killed. `CRASHES=1000` is a full run. */
const crashes = Number(process.env.CRASHES ?? 40);
const seed = process.env.CRASH_SEED ?? "1";
const lanes = 2;

test(`SQLite loses nothing acknowledged and keeps no partial batch when its process is killed ${crashes} times (seed ${seed})`, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-crashes-"));
  await using cleaning = new AsyncDisposableStack();
  cleaning.defer(() => rm(folder, { recursive: true }));
  const files = Array.from({ length: lanes }, (_, lane) => join(folder, `${lane}.db`));
  const results = await Promise.all(
    files.map((file, lane) => crash({ file }, { seed: `${seed}, lane ${lane}`, count: Math.ceil(crashes / lanes) })),
  );
  for (const [lane, result] of results.entries()) t.diagnostic(`lane ${lane}: ${JSON.stringify(result)}`);
  for (const file of files) {
    {
      await using store = await sqliteStore({ file });
      expect(await countBatches(store)).to.be.greaterThan(0);
    }
    using database = new DatabaseSync(file);
    expect(database.prepare("PRAGMA integrity_check").all()).to.deep.equal([
      { __proto__: null, integrity_check: "ok" },
    ]);
  }
});
