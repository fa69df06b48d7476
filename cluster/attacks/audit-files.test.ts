import { execFileSync } from "node:child_process";
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { type Attacked, attacked } from "./attacked.suite.ts";

suite("audit devices with hostile paths", () => {
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

  test("a file outside of the allowed folders is refused by any path, and nothing is written", async () => {
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
      [inside("link"), "file_path must be a file, and no link, pipe or device"],
      [inside("dangling"), "file_path must be a file, and no link, pipe or device"],
      [inside("none", "a"), "the folder of file_path does not exist"],
      [inside("deep"), "file_path must be a file, and is a folder"],
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

  test("a pipe is refused without waiting, and an executable file is not written to", async () => {
    execFileSync("mkfifo", [inside("pipe")]);
    expect((await enable(inside("pipe"))).text).to.include("file_path must be a file, and no link, pipe or device");
    await writeFile(inside("tool"), "#!/bin/sh\n");
    await chmod(inside("tool"), 0o700);
    expect((await enable(inside("tool"))).text).to.include("file_path must not be executable");
    expect(await readFile(inside("tool"), "utf8")).to.equal("#!/bin/sh\n");
  });

  test("options of a device produce neither arbitrary lines nor a program", async () => {
    const script = await enable(inside("a.sh"), { prefix: "#!/bin/sh\ntouch /tmp/owned\n#" });
    expect([script.status, script.text].join(" "))
      .to.include("400")
      .and.include("prefix may be 64 characters long, of");
    const program = 'import("node:fs").then(({ writeFileSync }) => writeFileSync("owned", ""))//';
    expect((await enable(inside("a.mjs"), { prefix: program })).text).to.include(
      "prefix may be 64 characters long, of",
    );
    const lent = await enable(inside("a.sh"), { mode: "4777" });
    expect(lent.text).to.include("mode must hold neither executable nor special bits");
    expect(await readdir(inside()))
      .not.to.include.members(["a.sh"])
      .and.not.include.members(["a.mjs"]);
  });

  const entry = '{"time":"2026-01-01T00:00:00Z","type":"request"}\n';
  const foreign = "file_path must be a new file, or one with entries of an audit device with this prefix";
  for (const [what, text, why] of [
    ["a program", "export default 1;\n", foreign],
    ["an empty file", "", "file_path must be a file that an audit device created: remove the empty file that is there"],
    ["blank lines", "\n\n", foreign],
    ["an entry followed by other text", `${entry}import "node:fs";\n`, foreign],
    ["other text followed by an entry", `# log\n${entry}`, foreign],
    ["other text at the end", `${entry.repeat(4000)}import "node:fs";\n`, foreign],
    ["other text after a long line", `${entry.trim()}${"x".repeat(70_000)}\nimport "node:fs";\n`, foreign],
    ["entries with another prefix", `audit: ${entry}`, foreign],
    ["a partial entry", '{"ti', foreign],
    ["JSON of another program", '{"type":"request"}\n', foreign],
    ["bytes", "\u0000\u0001\u0080", foreign],
  ] as const) {
    test(`a file with ${what} is refused`, async () => {
      const path = inside("held.mjs");
      await writeFile(path, text);
      const { status, text: reply } = await enable(path);
      expect([status, JSON.parse(reply).errors]).to.deep.equal([
        400,
        [`the audit device cannot be written to: ${why}`],
      ]);
      expect(await readFile(path, "utf8")).to.equal(text);
      await rm(path);
    });
  }

  test("a file with a second name, which may be outside, is refused", async () => {
    await writeFile(outside("entries"), entry);
    await link(outside("entries"), inside("hard"));
    expect((await enable(inside("hard"))).text).to.include("file_path must be the only name of its file");
    expect(await readFile(outside("entries"), "utf8")).to.equal(entry);
    await rm(outside("entries"));
  });

  test("a file of another device with the same prefix is continued, readable by its owner only", async () => {
    const path = inside("entries");
    await writeFile(path, entry.repeat(4000), { mode: 0o644 });
    expect((await enable(path, { mode: "0000" })).status).to.equal(204);
    expect((await stat(path)).mode & 0o777).to.equal(0o644 & ~process.umask());
    expect((await fixture.ask("DELETE", "sys/audit/try")).status).to.equal(204);
    expect((await enable(path)).status).to.equal(204);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect((await fixture.ask("DELETE", "sys/audit/try")).status).to.equal(204);
    expect((await enable(path, { prefix: "a: " })).text).to.include(foreign);
    expect((await readFile(path, "utf8")).startsWith(entry.repeat(4000))).to.equal(true);
  });

  test("another file at the path of a device is not written to", async () => {
    const path = inside("replaced");
    expect((await enable(path)).status).to.equal(204);
    for (const text of ["export default 1;\n", ""]) {
      await rm(path);
      await writeFile(path, text);
      expect((await fixture.ask("GET", "sys/mounts")).status).to.equal(500);
      expect(await readFile(path, "utf8")).to.equal(text);
    }
    await rm(path);
    expect((await fixture.ask("GET", "sys/mounts")).status).to.equal(200);
    expect((await fixture.ask("DELETE", "sys/audit/try")).status).to.equal(204);
  });

  test("a device's own file is continued after it was emptied", async () => {
    const path = inside("emptied");
    expect((await enable(path)).status).to.equal(204);
    await truncate(path);
    expect((await fixture.ask("GET", "sys/mounts")).status).to.equal(200);
    expect((await fixture.ask("DELETE", "sys/audit/try")).status).to.equal(204);
    expect(await readFile(path, "utf8")).to.match(/^\{"time":"/);
  });

  test("clusters that share a file create it once, and write complete lines", async () => {
    await using other = await attacked({ auditFolders: [inside()] });
    const path = inside("shared");
    const options = { type: "file", options: { file_path: path } };
    const outcomes = await Promise.all([
      enable(path),
      other.ask("PUT", "sys/audit/one", options),
      other.ask("PUT", "sys/audit/two", options),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal([204, 204, 204]);
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? fixture : other).ask("GET", "sys/mounts")));
    const lines = (await readFile(path, "utf8")).split("\n");
    expect(lines.pop()).to.equal("");
    // The first line of each device, and two entries per device for every request.
    expect(lines.map((line) => JSON.parse(line).type)).to.have.length.above(60);
    expect((await fixture.ask("DELETE", "sys/audit/try")).status).to.equal(204);
  });

  test("a folder that is replaced by a link is not followed", async () => {
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

test("by default a cluster's audit files are in a folder of its own, which is removed with it", async () => {
  const temporary = await mkdtemp(join(tmpdir(), "audit-doors-"));
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  await using started = new AsyncDisposableStack();
  const clusters = [started.use(await attacked()), started.use(await attacked())];
  for (const one of clusters) {
    const enable = (file_path: string) => one.ask("PUT", "sys/audit/try", { type: "file", options: { file_path } });
    for (const path of [join(temporary, "never"), join(process.cwd(), "never"), "../never"]) {
      expect((await enable(path)).text, path).to.include("file_path must be below an allowed folder: ");
    }
    expect((await enable("audit.log")).status).to.equal(204);
  }
  const made = (await readdir(temporary)).filter((name) => name.startsWith("understudy-audit-"));
  expect(made).to.have.length(2);
  for (const name of made) {
    expect((await stat(join(temporary, name))).mode & 0o777).to.equal(0o700);
    expect(await readFile(join(temporary, name, "audit.log"), "utf8")).to.match(/^\{"time":"/);
  }
  expect(await readdir(process.cwd()))
    .not.to.include.members(["audit.log"])
    .and.not.include.members(["never"]);
  await started.disposeAsync();
  expect(await readdir(temporary)).to.deep.equal([]);
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  await rm(temporary, { recursive: true });
});
