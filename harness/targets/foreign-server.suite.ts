import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { serverProcess } from "./server-process.ts";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));

/** A root token whose format no masking rule matches. */
const canaryToken = "Kanarienvogel-4711-token";

export type Rehearsed = Readonly<{ code: number | null; stdout: string; stderr: string; report: string }>;

/** A server of one cluster in its own process, used like a server of another implementation. */
export type ForeignServer = AsyncDisposable &
  Readonly<{
    folder: string;
    api: string;
    /** Sends a request with the root token. Rejects unless the status is 2xx or 404. */
    ask(method: string, path: string, body?: unknown): Promise<Readonly<{ data?: Readonly<Record<string, unknown>> }>>;
    /** Content of the target file without the fields of a run. */
    target: Readonly<Record<string, unknown>>;
    secrets: readonly string[];
    /** Runs the program in the folder of `target.json`. `onOutput` gets each chunk of stdout. */
    run(
      words: readonly string[],
      onOutput?: (output: string, interrupt: () => void) => void,
    ): Promise<Omit<Rehearsed, "report">>;
    /** Plays features against the server, with `fields` in the target file. `onOutput` gets each chunk of stdout. */
    rehearse(
      features: readonly string[],
      fields?: Readonly<Record<string, unknown>>,
      onOutput?: (output: string, interrupt: () => void) => void,
    ): Promise<Rehearsed>;
  }>;

/** A replacement in a source file of the server. The file fails to load if it does not contain `from`. */
export type Patch = Readonly<{ file: string; from: string; to: string }>;

export async function foreignServer(...patches: readonly Patch[]): Promise<ForeignServer> {
  const folder = mkdtempSync(join(tmpdir(), "understudy-foreign-"));
  const loaded = { NODE_OPTIONS: `--import=${loader(folder, patches)}` };
  const server = await serverProcess({ rootToken: canaryToken, environment: loaded });
  const { api, environment } = server;
  const target = { ...server.target, cloud: { bind: "127.0.0.1:0" } };
  async function run(words: readonly string[], onOutput: (output: string, interrupt: () => void) => void = () => {}) {
    const running = spawn(process.execPath, [program, ...words], {
      cwd: folder,
      env: { ...process.env, ...environment },
    });
    running.stdout.on("data", (chunk) => onOutput(String(chunk), () => running.kill("SIGINT")));
    const ended = once(running, "exit");
    const [stdout, stderr] = await Promise.all([text(running.stdout), text(running.stderr)]);
    return { code: Number((await ended)[0]), stdout, stderr };
  }
  return {
    folder,
    api,
    run,
    target,
    secrets: [canaryToken, environment.FOREIGN_PASSWORD],
    async ask(method, path, body) {
      const reply = await fetch(`${api}/v1/${path}`, {
        method,
        headers: { "x-vault-token": canaryToken },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = await reply.text();
      if (!reply.ok && reply.status !== 404) throw new Error(`${method} ${path}: ${reply.status} ${answer}`);
      return answer === "" ? {} : JSON.parse(answer);
    },
    async rehearse(features, fields = {}, onOutput) {
      writeFileSync(join(folder, "target.json"), JSON.stringify({ ...target, ...fields }));
      const report = join(folder, "report");
      const options = ["--stage", "remote", "--target", "target.json", "--report", report];
      return { ...(await run(["rehearse", ...features, ...options], onOutput)), report };
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

function loader(folder: string, patches: readonly Patch[]): string {
  const path = join(folder, "patch.mjs");
  const lines = [
    `import { registerHooks } from "node:module";`,
    `const patches = ${JSON.stringify(patches)};`,
    "registerHooks({ load(url, context, next) {",
    "  const loaded = next(url, context);",
    '  const here = patches.filter(({ file }) => url.endsWith("/" + file));',
    "  if (here.length === 0) return loaded;",
    "  let source = String(loaded.source);",
    "  for (const { from, to } of here) {",
    '    if (!source.includes(from)) throw new Error("the rule is not there: " + from);',
    "    source = source.replace(from, to);",
    "  }",
    "  return { ...loaded, source };",
    "} });",
  ];
  writeFileSync(path, lines.join("\n"));
  return path;
}
