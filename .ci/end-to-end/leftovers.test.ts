import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { watch } from "./leftovers.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-leftovers-"));
after(() => rmSync(directory, { recursive: true }));
const folders = { folder: join(directory, "project"), temporary: join(directory, "temporary") };
mkdirSync(folders.folder);
mkdirSync(folders.temporary);

const lingering = 'const s = require("net").createServer().listen(0, () => console.log(s.address().port))';

suite("the leftovers of a program", () => {
  test("are empty if nothing happened", async () => {
    expect(await watch(folders, 0)()).to.deep.equal([]);
  });

  test("include a process and its port until they are gone", async () => {
    const leftovers = watch(folders, 0);
    const child = spawn(process.execPath, ["-e", lingering], {
      cwd: folders.folder,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [port] = await once(child.stdout, "data");
    const left = await leftovers();
    child.kill("SIGKILL");
    await once(child, "close");
    expect(left).to.have.length(2);
    expect(left[0]).to.match(new RegExp(`^process ${child.pid}: `));
    expect(left[1]).to.equal(`port ${Number(port)}`);
    expect(await leftovers()).to.deep.equal([]);
  });

  test("exclude ports that were in use before", async () => {
    const child = spawn(process.execPath, ["-e", lingering], {
      cwd: folders.folder,
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    const left = await watch(folders, 0)();
    child.kill("SIGKILL");
    await once(child, "close");
    expect(left).to.have.length(1);
  });

  test("exclude processes and ports of other programs", async () => {
    const leftovers = watch(folders, 0);
    const child = spawn(process.execPath, ["-e", lingering], { stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout, "data");
    const left = await leftovers();
    child.kill("SIGKILL");
    await once(child, "close");
    expect(left).to.deep.equal([]);
  });

  test("include temporary files", async () => {
    const leftovers = watch(folders, 0);
    writeFileSync(join(folders.temporary, "forgotten"), "");
    expect(await leftovers()).to.deep.equal(["temporary file forgotten"]);
    rmSync(join(folders.temporary, "forgotten"));
    expect(await leftovers()).to.deep.equal([]);
  });

  test("exclude the lock of the container library", async () => {
    const leftovers = watch(folders, 0);
    const lock = join(folders.temporary, `testcontainers-node-${userInfo().uid}.lock`);
    writeFileSync(lock, "");
    expect(await leftovers()).to.deep.equal([]);
    rmSync(lock);
  });
});
