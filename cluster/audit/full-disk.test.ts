import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { fileSink } from "./file-sink.ts";

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "audit-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

function limited(path: string) {
  const script = fileURLToPath(new URL("full-disk.suite.ts", import.meta.url));
  const running = spawn(process.execPath, [script, path], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(running, "exit");
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  return {
    nextLine,
    allow: (bytes: number) => execFileSync("prlimit", ["--pid", String(running.pid), `--fsize=${bytes}:`]),
    write(line: string) {
      running.stdin.write(`${line}\n`);
      return nextLine();
    },
    async [Symbol.asyncDispose]() {
      running.stdin.end();
      await ended;
    },
  };
}

suite("an audit file on a full disk", () => {
  test("refuses the line that does not fit, and starts the next one on a new line when there is space", async () => {
    await using place = await folder();
    const path = join(place.path, "audit.log");
    await using writer = limited(path);
    expect(await writer.nextLine()).to.equal("open");
    expect(await writer.write("first")).to.equal("written");
    writer.allow(10);
    expect(await writer.write("does not fit")).to.equal("EFBIG");
    expect(await writer.write("neither does this")).to.equal("EFBIG");
    expect(await readFile(path, "utf8")).to.equal("first\ndoes");
    writer.allow(1_000);
    expect(await writer.write("second")).to.equal("written");
    expect(await writer.write("third")).to.equal("written");
    expect((await readFile(path, "utf8")).split("\n")).to.deep.equal(["first", "does", "second", "third", ""]);
  });

  test("starts on a new line after a process that died within a line", async () => {
    await using place = await folder();
    const path = join(place.path, "audit.log");
    await writeFile(path, "first\nhal");
    for (const line of ["second\n", "third\n"]) {
      const sink = await fileSink({ path, mode: 0o600, beginning: "", folders: [dirname(path)] });
      await sink.write(line);
      await sink.close();
    }
    expect(await readFile(path, "utf8")).to.equal("first\nhal\nsecond\nthird\n");
  });
});
