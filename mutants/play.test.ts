import { after, suite, test } from "node:test";
import { expect } from "chai";
import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import { play } from "./play.ts";
import { PlayerProcess } from "./player-process.ts";

const id = "CLOUD-ROLE-06";
const file = "engine/cloud/role/role.ts";
const find = "return text.toLowerCase();";

/** Long enough for a service that is loaded and played; what goes round in circles has to be waited for. */
const player = new PlayerProcess({ patience: 20_000 });
after(() => player[Symbol.asyncDispose]());

async function played(mutant?: Readonly<{ file: string; find: string; replace: string }>) {
  await using folder = await reapedFolder();
  return await play(
    { ids: [id], stage: "simulated", ...(mutant ? { mutant } : {}) },
    { folder: folder.path, seed: 7, player },
  );
}

suite("scenarios on a service that was changed", () => {
  test("hold when it was not", async () => {
    expect(await played()).to.deep.include({ held: [id], broken: [], isLoaded: false });
  });

  test("fail when their rule is broken, and nothing on the disk was changed", async () => {
    expect(await played({ file, find, replace: "return text;" })).to.deep.include({ broken: [id], isLoaded: true });
    expect(await played()).to.deep.include({ held: [id] });
  });

  test("hold when nothing of theirs is broken", async () => {
    expect(await played({ file, find, replace: "return text.toLowerCase().trim();" })).to.deep.include({ held: [id] });
  });

  const senseless = [
    ["does not parse", "return (;", /SyntaxError/],
    ["answers with an internal error", "return nothing;", /UnforeseenFailure.*failed unforeseen/],
    ["cannot be loaded", "return text; } nothing(); function rest() {", /ReferenceError/],
  ] as const;
  for (const [what, replace, trouble] of senseless) {
    test(`say nothing of one that ${what}`, async () => {
      expect((await played({ file, find, replace })).trouble).to.match(trouble);
    });
  }

  test("say nothing of one that goes round in circles, and hold afterwards when it is gone", async () => {
    expect((await played({ file, find, replace: "for (;;);" })).trouble).to.contain("it ended with SIGKILL");
    expect(await played()).to.deep.include({ held: [id], broken: [] });
  });

  test("tell when the changed file was never loaded", async () => {
    const mutant = { file: "harness/stages/live.ts", find: "export", replace: "export " };
    expect(await played(mutant)).to.deep.include({ held: [id], isLoaded: false });
  });
});
