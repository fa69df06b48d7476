import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { v8Options } from "./v8-options.js";

const repository = fileURLToPath(new URL("../", import.meta.url));
const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
const directory = mkdtempSync(join(tmpdir(), "understudy-installed-"));
const modules = join(directory, "node_modules");
const installed = join(modules, "understudy-harness");
const program = join(installed, "bin/understudy.js");
after(() => rmSync(directory, { recursive: true }));

/** Module that makes Node report an older version to the process that loads it, but not to child processes. */
const versionOverride = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.11.1"}})`;
const overridden = {
  name: "a Node that reports version 20.11.1",
  command: [process.execPath, "--import", versionOverride],
};

/** The first older Node on the PATH, if there is one. It must be able to parse the launcher. */
const older = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "node"))
  .map((path) => ({ path, reported: spawnSync(path, ["--version"], { encoding: "utf8" }).stdout ?? "" }))
  .filter(({ reported }) => /^v2[0-5]\./.test(reported))
  .map(({ path, reported }) => ({ name: `a real Node ${reported.trim()}`, command: [path] }))
  .slice(0, 1);

type RunResult = Readonly<{ code: number | null; stdout: string; stderr: string }>;

function runProgram([file = "", ...before]: readonly string[], ...words: readonly string[]): RunResult {
  const { status, stdout, stderr } = spawnSync(file, [...before, ...words], { encoding: "utf8", cwd: directory });
  return { code: status, stdout, stderr };
}

before(() => {
  const packed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", directory], {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const tarball = join(directory, JSON.parse(packed)[0].filename);
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
  const dependencies = join(repository, "node_modules");
  for (const name of readdirSync(dependencies))
    if (!name.startsWith(".")) symlinkSync(join(dependencies, name), join(modules, name));
});

test("installed below node_modules, where Node strips no types, the program runs without other output", () => {
  expect(runProgram([process.execPath], program, "--version")).to.deep.equal({
    code: 0,
    stdout: `${version}\n`,
    stderr: "",
  });
});

test("installed, its threads strip types too", () => {
  const probe = join(installed, "probe.js");
  writeFileSync(
    probe,
    `import { Worker, isMainThread } from "node:worker_threads";
    if (isMainThread) new Worker(new URL(import.meta.url), { env: { ...process.env } });
    else console.log((await import("./harness/cli/nearest.ts")).nearest("pu", ["up"]));`,
  );
  const bare = runProgram([process.execPath], probe);
  expect(bare.stderr).to.contain("ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING");
  const helped = runProgram([process.execPath, "--import", join(installed, "bin/strip-types.js")], probe);
  expect(helped).to.deep.include({ code: 0, stdout: "up\n" });
});

const reporterModule = `data:text/javascript,${encodeURIComponent(`
  import { getCompileCacheDir } from "node:module";
  import { Worker, isMainThread } from "node:worker_threads";
  const options = process.execArgv.filter((option) => option.startsWith("--max-semi-space-size="));
  const thread = "console.log(require('node:module').getCompileCacheDir())";
  if (isMainThread && options.length > 0) process.once("beforeExit", () => {
    console.log(options.join());
    console.log(getCompileCacheDir());
    new Worker(thread, { eval: true });
  });
`)}`;
const reportingNode = ["env", `NODE_OPTIONS=--import=${reporterModule}`, process.execPath];

for (const [name, path] of [
  ["a checkout", join(repository, "bin/understudy.js")],
  ["node_modules", program],
] as const) {
  test(`run from ${name}, it has its V8 options, and its threads use its compile cache`, () => {
    const { stdout, stderr } = runProgram(reportingNode, path, "--version");
    const [reported, options, place, placeOfThread] = stdout.split("\n");
    expect({ reported, options, stderr }).to.deep.equal({ reported: version, options: v8Options.join(), stderr: "" });
    expect(placeOfThread).to.equal(place).and.not.equal("undefined");
  });
}

test("an option of V8 set by the user takes precedence", () => {
  const { stdout } = runProgram(
    [...reportingNode, "--max-semi-space-size=2"],
    join(repository, "bin/understudy.js"),
    "--version",
  );
  expect(stdout.split("\n")[1]).to.equal([...v8Options, "--max-semi-space-size=2"].join());
});

test("exit codes and errors are passed through", () => {
  const { code, stderr } = runProgram([process.execPath], program, "reherse");
  expect([code, stderr]).to.deep.equal([64, "understudy: unknown command 'reherse'; did you mean rehearse?\n"]);
});

for (const { name, command } of [overridden, ...older]) {
  describe(`started by ${name}`, () => {
    const checkedOut = join(repository, "bin/understudy.js");

    test("runs from a checkout and as an installed package", () => {
      for (const path of [checkedOut, program]) {
        expect(runProgram(command, path, "--version")).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: "" });
      }
    });

    test("runs on the packaged Node with its arguments", () => {
      withPackagedNode("#!/bin/sh\necho packaged\nprintf '%s\\n' \"$@\"\nexit 7\n", () => {
        const { code, stdout } = runProgram(command, program, "up", "--json");
        const words = stdout.trimEnd().split("\n");
        expect([code, words[0], ...words.slice(-3)]).to.deep.equal([7, "packaged", program, "up", "--json"]);
      });
    });

    test("reports a missing packaged Node in one line", () => {
      withPackagedNode(undefined, () => {
        const { code, stdout, stderr } = runProgram(command, program, "--version");
        expect([code, stdout]).to.deep.equal([69, ""]);
        expect(stderr).to.match(
          /^understudy needs Node 26 or newer; this is 2\d\.\S+ and the packaged one is missing: reinstall with install scripts allowed\n$/,
        );
      });
    });
  });
}

/** Runs `play` with a replacement for the packaged Node, or without a packaged Node if `script` is undefined. */
function withPackagedNode(script: string | undefined, play: () => void): void {
  const place = join(modules, "node");
  rmSync(place, { recursive: true });
  mkdirSync(join(place, "bin"), { recursive: true });
  writeFileSync(join(place, "package.json"), '{"name":"node","version":"26.0.0"}');
  if (script !== undefined) {
    writeFileSync(join(place, "bin/node"), script);
    chmodSync(join(place, "bin/node"), 0o755);
  }
  try {
    play();
  } finally {
    rmSync(place, { recursive: true });
    symlinkSync(join(repository, "node_modules/node"), place);
  }
}

test("signals to end are forwarded once, and the exit code is returned", async () => {
  const probe = join(installed, "bin/understudy.js");
  const stood = readFileSync(probe, "utf8");
  // The program is replaced by one that prints the signal it received.
  writeFileSync(
    probe,
    `import { launch, needsLaunch } from "./launch.js";
    if (needsLaunch()) process.exitCode = await launch([]);
    else {
      const got = [];
      process.on("SIGTERM", () => { got.push("SIGTERM"); setImmediate(() => { console.log(got.join()); process.exit(130); }); });
      setInterval(() => {}, 1000);
      console.log("ready");
    }`,
  );
  try {
    const child = spawn(process.execPath, [probe], { stdio: ["ignore", "pipe", "inherit"] });
    let stdout = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      if (stdout === "ready\n") child.kill("SIGINT");
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, stdout]).to.deep.equal([130, "ready\nSIGTERM\n"]);
  } finally {
    writeFileSync(probe, stood);
  }
});
