import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { reapedFolder } from "./reaped-folder.ts";

test("disposing a reaped folder removes its contents and the additional file", async (context) => {
  const place = await mkdtemp(join(tmpdir(), "reaped-"));
  context.after(() => rm(place, { recursive: true }));
  const also = join(place, "lock");
  const folder = await reapedFolder({ also });
  writeFileSync(also, "");
  writeFileSync(join(folder.path, "store"), "");
  await folder[Symbol.asyncDispose]();
  expect([existsSync(folder.path), existsSync(also), existsSync(place)]).to.deep.equal([false, false, true]);
});
