import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-up-secrets-"));
after(() => rmSync(folder, { recursive: true }));
const rootToken = "hvs.never-on-a-command-line-1";
const controlToken = "never-on-a-command-line-2";

function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `${text}\n`, { mode: 0o600 });
  return path;
}

type Seen = Readonly<{ pid: string; parent: string; commandLine: string; environment: string }>;

function processes(): readonly Seen[] {
  const read = (path: string) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid,
      parent: /^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? "",
      commandLine: read(`/proc/${pid}/cmdline`),
      environment: read(`/proc/${pid}/environ`),
    }));
}

async function startWith(words: readonly string[], environment: Readonly<Record<string, string>>) {
  const all = [
    "up",
    "--json",
    "--topology",
    "one",
    "--port",
    "0",
    "--control",
    "0",
    "--report",
    join(folder, "report"),
  ];
  const child = spawn(process.execPath, [program, ...all, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
  const exited = once(child, "exit");
  try {
    const [state] = await once(createInterface({ input: child.stdout }), "line");
    return { state: JSON.parse(String(state)), seen: processes(), pid: String(child.pid) };
  } finally {
    child.kill("SIGTERM");
    await exited;
  }
}

suite("tokens of clusters and of the control API", { skip: process.platform !== "linux" }, () => {
  for (const [source, words, environment] of [
    [
      "files",
      ["--root-token-file", fileWith("root", rootToken), "--control-token-file", fileWith("control", controlToken)],
      {},
    ],
    ["variables", [], { UNDERSTUDY_ROOT_TOKEN: rootToken, UNDERSTUDY_CONTROL_TOKEN: controlToken }],
  ] as const) {
    test(`from ${source} appear on no command line and in the environment of no child process`, async () => {
      const { state, seen, pid } = await startWith(words, environment);
      expect(state.clusters[0].token).to.equal(rootToken);
      expect(state.control.token).to.equal(controlToken);
      expect(seen.some((one) => one.parent === pid)).to.equal(true);
      const exposed = seen.filter(({ commandLine }) => commandLine.includes("never-on-a-command-line"));
      expect(exposed.map(({ commandLine }) => commandLine)).to.deep.equal([]);
      const inheritors = seen.filter((one) => one.pid !== pid && one.environment.includes("never-on-a-command-line"));
      expect(inheritors.map(({ commandLine }) => commandLine)).to.deep.equal([]);
    });
  }
});
