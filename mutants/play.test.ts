import { after, suite, test } from "node:test";
import { expect } from "chai";
import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import { play } from "./play.ts";
import { PlayerProcess } from "./player-process.ts";

const id = "CLOUD-ROLE-06";
const held = [id];
const file = "engine/cloud/role/role.ts";
const find = "return text.toLowerCase();";

const player = new PlayerProcess({ timeout: 20_000 });
after(() => player[Symbol.asyncDispose]());

async function played(mutant?: Readonly<{ file: string; find: string; replace: string }>) {
  await using folder = await reapedFolder();
  return await play(
    { ids: [id], stage: "simulated", ...(mutant ? { mutant } : {}) },
    { folder: folder.path, seed: 7, player },
  );
}

suite("scenarios on a changed service", () => {
  test("hold without a change", async () => {
    expect(await played()).to.deep.include({ held, broken: [], isLoaded: false });
  });

  test("fail if their rule is broken, while the file on disk stays unchanged", async () => {
    expect(await played({ file, find, replace: "return text;" })).to.deep.include({ broken: [id], isLoaded: true });
    expect(await played()).to.deep.include({ held });
  });

  test("hold if the change does not affect them", async () => {
    expect(await played({ file, find, replace: "return text.toLowerCase().trim();" })).to.deep.include({ held });
  });

  const meaningless = [
    ["does not parse", "return (;", /SyntaxError/],
    ["answers with an internal error", "return nothing;", /InternalErrorFailure.*failed with an internal error/],
    ["cannot be loaded", "return text; } nothing(); function rest() {", /ReferenceError/],
  ] as const;
  for (const [what, replace, trouble] of meaningless) {
    test(`give no verdict on a change that ${what}`, async () => {
      expect((await played({ file, find, replace })).trouble).to.match(trouble);
    });
  }

  test("give no verdict on an endless loop, and hold afterwards without it", async () => {
    expect((await played({ file, find, replace: "for (;;);" })).trouble).to.contain("it ended with SIGKILL");
    expect(await played()).to.deep.include({ held, broken: [] });
  });

  test("report a changed file that was never loaded", async () => {
    const mutant = { file: "harness/stages/live.ts", find: "export", replace: "export " };
    expect(await played(mutant)).to.deep.include({ held, isLoaded: false });
  });
});
