import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));

test("a reader who leaves early breaks nothing off", async () => {
  const child = spawn(process.execPath, [program, "help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect([code, stderr]).to.deep.equal([0, ""]);
});

test("a full disk under the output is told in one line, and not taken for a result", {
  skip: !existsSync("/dev/full"),
}, () => {
  const { status, stderr } = spawnSync("sh", ["-c", `"$0" "$1" help > /dev/full`, process.execPath, program], {
    encoding: "utf8",
  });
  const expected = "understudy: the standard output cannot be written: no space is left on the device\n";
  expect([status, stderr]).to.deep.equal([2, expected]);
});

test("a folder that is gone is told", () => {
  const script = `cd "$(mktemp -d)" && rmdir "$PWD" && "$0" "$1" rehearse`;
  const { status, stderr } = spawnSync("sh", ["-c", script, process.execPath, program], { encoding: "utf8" });
  expect([status, stderr]).to.deep.equal([64, "understudy: the folder that this was started in is gone\n"]);
});
