import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { packageRoot } from "#harness/program/package-root.ts";
import type { RehearsalWorld as PublicWorld } from "./api.d.ts";
import type { RehearsalWorld } from "./world.ts";

/** The types for users agree with the world: this does not compile otherwise. */
export const asUsersSeeIt = (world: RehearsalWorld): PublicWorld => world;

function example(): ReadonlyMap<string, string> {
  const text = readFileSync(join(packageRoot, "docs/own-steps.md"), "utf8");
  const blocks = text.matchAll(/^```(?:ts|gherkin)\n(?:\/\/|#) (\S+)\n([\s\S]*?)^```$/gm);
  const folders: Readonly<Record<string, string>> = { ts: "steps", feature: "features" };
  const pathOf = (name: string) => join(folders[name.split(".").at(-1) ?? ""] ?? "", name);
  return new Map([...blocks].map(([, name = "", content = ""]) => [pathOf(name), content]));
}

suite("rehearse --import", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "understudy-own-steps-"));
    for (const name of ["steps", "features", "node_modules"]) mkdirSync(join(folder, name));
    symlinkSync(packageRoot, join(folder, "node_modules/understudy-harness"));
    for (const [path, content] of example()) writeFileSync(join(folder, path), content);
  });
  after(() => rmSync(folder, { recursive: true }));

  const rehearse = (...words: readonly string[]) => {
    const program = join(folder, "node_modules/understudy-harness/bin/understudy.js");
    const fixed = ["--stage", "simulated", "--seed", "1"];
    return spawnSync(process.execPath, [program, "rehearse", "features", ...fixed, ...words], {
      cwd: folder,
      encoding: "utf8",
    });
  };

  test("plays the example of the documentation, with a glob pattern, a folder, a file, and in threads", () => {
    for (const words of [["steps/**/*.ts"], ["steps"], ["steps/twice.ts"], ["steps", "--workers", "2"]]) {
      const { status, stdout, stderr } = rehearse("--import", ...words);
      expect(stdout + stderr).to.match(/\n1 passed, 0 failed\n$/);
      expect(status).to.equal(0);
    }
  });

  test("names the sentences that are unknown without it", () => {
    const { status, stderr } = rehearse();
    expect(status).to.equal(64);
    expect(stderr).to.include("Ada stores");
    expect(stderr).to.include('Then("{cluster} stores {string} at {string}"');
  });

  test("refuses files that are not there, cannot be loaded, or define nothing", () => {
    writeFileSync(join(folder, "broken.ts"), "const x: = 1;");
    writeFileSync(join(folder, "empty.ts"), "export const x = 1;");
    for (const [name, reason] of [
      ["nowhere", 'there is none in "nowhere"'],
      ["features", 'there is none in "features"'],
      ["broken.ts", "the step definitions cannot be used: "],
      ["empty.ts", "the step definitions cannot be used: they define no step or hook; they must import Given"],
    ] as const) {
      const { status, stderr } = rehearse("--import", name);
      expect(status, name).to.equal(64);
      expect(stderr).to.include(reason);
    }
  });
});
