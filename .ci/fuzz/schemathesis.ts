import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { judge, type Outcome } from "../suite/count.ts";
import type { Raised } from "./raised.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
/** Any number would do; it is fixed so that a red run is red again. */
const seed = "20261121";

/** Which operations, how many requests for each besides those that try every edge once, and whether the cluster may be unavailable meanwhile. */
export type Extent = Readonly<{ only?: string; except?: string; examples: number; mayBeUnavailable?: boolean }>;

/** Installs schemathesis, pinned, below `folder`. Yields the command. */
export async function installSchemathesis(folder: string): Promise<string> {
  const run = promisify(execFile);
  await run("python3", ["-m", "venv", join(folder, "python")]);
  const pip = join(folder, "python", "bin", "pip");
  await run(pip, [
    "install",
    "--quiet",
    "--no-compile",
    "--disable-pip-version-check",
    "-r",
    join(here, "requirements.txt"),
  ]);
  return join(folder, "python", "bin", "st");
}

/** Has schemathesis ask all that the cluster describes of itself, in `folder`. Each operation counts once. */
export async function runSchemathesis(
  command: string,
  { api, token, unsealKey }: Raised,
  { folder, extent }: Readonly<{ folder: string; extent: Extent }>,
): Promise<Outcome> {
  const { only, except, examples, mayBeUnavailable = false } = extent;
  const report = join(folder, "junit.xml");
  const words = [
    ...["run", `${api}/sys/internal/specs/openapi`, "--header", `X-Vault-Token: ${token}`],
    ...["--seed", seed, "--max-examples", String(examples), "--phases", "coverage,fuzzing"],
    ...["--checks", checks.join(","), "--continue-on-failure", "--suppress-health-check", "all"],
    ...["--generation-database", "none", "--request-timeout", "30", "--warnings", "off", "--no-color"],
    ...["--report", "junit", "--report-junit-path", report],
    ...(only === undefined ? [] : ["--include-path-regex", only]),
    ...(except === undefined ? [] : ["--exclude-path-regex", except]),
  ];
  const environment = {
    ...process.env,
    PYTHONPATH: here,
    PYTHONDONTWRITEBYTECODE: "1",
    SCHEMATHESIS_HOOKS: "hooks",
    FUZZ_API: api,
    FUZZ_TOKEN: token,
    FUZZ_UNSEAL_KEY: unsealKey,
    ...(mayBeUnavailable ? { FUZZ_MAY_BE_UNAVAILABLE: "1" } : {}),
  };
  const child = spawn(command, words, { cwd: folder, env: environment, stdio: ["ignore", "inherit", "inherit"] });
  const [code, signal] = await once(child, "exit");
  const [, tests = "0", errors = "0", failures = "0"] =
    /<testsuites?\b[^>]*?\btests="(\d+)"[^>]*?\berrors="(\d+)"[^>]*?\bfailures="(\d+)"/.exec(
      await readFile(report, "utf8"),
    ) ?? [];
  const failed = Number(failures) + Number(errors);
  return judge({ passed: Number(tests) - failed, failed }, code ?? signal);
}

/** Those of schemathesis, and ours (`hooks.py`), which takes the place of `not_a_server_error`. */
const checks = [
  "failures_are_foreseen",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
];
