import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { reapedFolder } from "./reaped-folder.ts";

test("disposing a reaped folder removes its contents and the additional file", async (context) => {
  const parent = await mkdtemp(join(tmpdir(), "reaped-"));
  context.after(() => rm(parent, { recursive: true }));
  const also = join(parent, "lock");
  const folder = await reapedFolder({ also });
  writeFileSync(also, "");
  writeFileSync(join(folder.path, "store"), "");
  await folder[Symbol.asyncDispose]();
  expect([existsSync(folder.path), existsSync(also), existsSync(parent)]).to.deep.equal([false, false, true]);
});
