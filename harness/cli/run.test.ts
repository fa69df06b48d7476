import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));

test("a reader that closes the pipe early causes no error", async () => {
  const child = spawn(process.execPath, [program, "help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect([code, stderr]).to.deep.equal([0, ""]);
});

test("a full disk at the standard output is reported in one line and is exit code 2", {
  skip: !existsSync("/dev/full"),
}, () => {
  const { status, stderr } = spawnSync("sh", ["-c", `"$0" "$1" help > /dev/full`, process.execPath, program], {
    encoding: "utf8",
  });
  const expected = "understudy: the standard output cannot be written: no space is left on the device\n";
  expect([status, stderr]).to.deep.equal([2, expected]);
});

test("a deleted working directory is reported", () => {
  const script = `cd "$(mktemp -d)" && rmdir "$PWD" && "$0" "$1" rehearse`;
  const { status, stderr } = spawnSync("sh", ["-c", script, process.execPath, program], { encoding: "utf8" });
  expect([status, stderr]).to.deep.equal([64, "understudy: the working directory no longer exists\n"]);
});
