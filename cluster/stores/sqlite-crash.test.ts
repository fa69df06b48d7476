import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { expect } from "chai";
import { crash } from "./crash.suite.ts";
import { storyIn } from "./crash-story.suite.ts";
import { sqliteStore } from "./sqlite.ts";

/** How many processes are killed in all: `CRASHES=1000` for as many as were promised. */
const crashes = Number(process.env.CRASHES ?? 40);
/** Where the moments come from. */
const seed = process.env.CRASH_SEED ?? "1";
/** Files that are written at the same time, each by its own line of processes. */
const lanes = 2;

test(`killed ${crashes} times in the middle of writes (seed ${seed}), SQLite lost nothing acknowledged and left nothing half`, async (t) => {
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
      expect(await storyIn(store)).to.be.greaterThan(0);
    }
    using database = new DatabaseSync(file);
    expect(database.prepare("PRAGMA integrity_check").all()).to.deep.equal([
      { __proto__: null, integrity_check: "ok" },
    ]);
  }
});
