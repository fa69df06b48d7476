import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { type Attacked, attacked } from "./attacked.suite.ts";

suite("audit devices that would write elsewhere", () => {
  let root: string;
  let fixture: Attacked;
  const inside = (...names: string[]) => join(root, "inside", ...names);
  const outside = (...names: string[]) => join(root, "outside", ...names);
  const enable = (file_path: string, options: object = {}) =>
    fixture.ask("PUT", "sys/audit/try", { type: "file", options: { file_path, ...options } });

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "audit-doors-"));
    for (const folder of [inside(), inside("deep"), outside(), join(root, "inside-too")]) await mkdir(folder);
    fixture = await attacked({ auditFolders: [inside()] });
  });
  after(async () => {
    await fixture[Symbol.asyncDispose]();
    await rm(root, { recursive: true });
  });

  test("a file that is not below an allowed folder is refused, by whatever path, and nothing is written", async () => {
    await writeFile(outside("there.sh"), "#!/bin/sh\n");
    await symlink(outside(), inside("way-out"));
    await symlink(outside("there.sh"), inside("link"));
    await symlink(outside("new.sh"), inside("dangling"));
    for (const [path, why] of [
      [outside("new.sh"), "file_path must be below an allowed folder: "],
      [outside("there.sh"), "file_path must be below an allowed folder: "],
      [join(root, "inside-too", "a"), "file_path must be below an allowed folder: "],
      [`${inside("deep")}/../../outside/new.sh`, "file_path must be below an allowed folder: "],
      [relative(process.cwd(), outside("new.sh")), "file_path must be below an allowed folder: "],
      [inside("way-out", "new.sh"), "file_path must be below an allowed folder: "],
      ["/proc/understudy-never", "file_path must be below an allowed folder: "],
      [inside("link"), "file_path must be a file of its own"],
      [inside("dangling"), "file_path must be a file of its own"],
      [inside("none", "a"), "ENOENT"],
      [inside("deep"), "EISDIR"],
    ] as const) {
      const { status, text } = await enable(path);
      expect([status, JSON.parse(text).errors[0]].join(" "), path).to.include(
        `400 the audit device cannot be written to: ${why}`,
      );
    }
    expect(await readdir(outside())).to.deep.equal(["there.sh"]);
    expect(await readFile(outside("there.sh"), "utf8")).to.equal("#!/bin/sh\n");
    expect(await readdir(join(root, "inside-too"))).to.deep.equal([]);
  });

  test("a pipe is not waited for, and what may be executed is not written to", async () => {
    execFileSync("mkfifo", [inside("pipe")]);
    expect((await enable(inside("pipe"))).text).to.include("file_path must be a file of its own");
    await writeFile(inside("tool"), "#!/bin/sh\n");
    await chmod(inside("tool"), 0o700);
    expect((await enable(inside("tool"))).text).to.include("file_path must not be executable");
    expect(await readFile(inside("tool"), "utf8")).to.equal("#!/bin/sh\n");
  });

  test("no line of its own choice, and no program, comes of a device's options", async () => {
    const script = await enable(inside("a.sh"), { prefix: "#!/bin/sh\ntouch /tmp/owned\n#" });
    expect([script.status, script.text]).to.deep.equal([400, '{"errors":["prefix must hold no control characters"]}']);
    const program = await enable(inside("a.sh"), { mode: "4777" });
    expect(program.text).to.include("mode must hold neither executable nor special bits");
    expect(await readdir(inside())).not.to.include("a.sh");
  });

  test("below an allowed folder it is as ever, and when the folder turns into a link, nothing follows it", async () => {
    expect((await enable(inside("deep", "audit.log"), { mode: "0640", prefix: "@cee: " })).status).to.equal(204);
    expect((await fixture.ask("GET", "sys/mounts")).status).to.equal(200);
    expect(await readFile(inside("deep", "audit.log"), "utf8")).to.match(/^@cee: \{.*\}\n(@cee: \{.*\}\n)+$/);
    expect((await stat(inside("deep", "audit.log"))).mode & 0o7777).to.equal(0o640 & ~process.umask());
    await rm(inside("deep"), { recursive: true });
    await symlink(outside(), inside("deep"));
    expect((await fixture.ask("GET", "sys/mounts")).status).to.equal(500);
    expect(await readdir(outside())).to.deep.equal(["there.sh"]);
    await rm(inside("deep"));
    await mkdir(inside("deep"));
    expect((await fixture.ask("GET", "sys/mounts")).status).to.equal(200);
  });
});
