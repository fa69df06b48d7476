import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pythonEnvironment } from "../clients/python-environment.ts";
import { runTool } from "../clients/tool.ts";
import { judge, type Outcome } from "../suite/count.ts";
import { openApiOf } from "./openapi.ts";
import type { Raised } from "./raised.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const seed = "20261121";

/**
 * A run: its name, its operations, the number of random examples for each operation in addition to edge cases, and
 * whether the cluster may become unavailable during the run.
 */
export type Extent = Readonly<{
  name: string;
  only?: string;
  except?: string;
  examples: number;
  mayBeUnavailable?: boolean;
}>;

const longest = 900_000;

/** Installs a fixed version of schemathesis below `folder`. Resolves to the path of its program. */
export async function installSchemathesis(folder: string): Promise<string> {
  const programs = await pythonEnvironment(join(folder, "python"), ["-r", join(here, "requirements.txt")]);
  return join(programs, "st");
}

export async function validate(command: string, file: string): Promise<Outcome> {
  const python = join(dirname(command), "python");
  const child = spawn(python, ["-m", "openapi_spec_validator", file], { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  return { count: code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 } };
}

/** Runs schemathesis in `folder` on the operations of `extent`. Prints its output at the end. Counts operations. */
export async function runSchemathesis(
  command: string,
  { api, token, unsealKey }: Raised,
  { folder, extent }: Readonly<{ folder: string; extent: Extent }>,
): Promise<Outcome> {
  const { name, only, except, examples, mayBeUnavailable = false } = extent;
  const own = join(folder, name.replaceAll(" ", "-"));
  await mkdir(own);
  const report = join(own, "junit.xml");
  const document = join(own, "openapi.json");
  await writeFile(document, await openApiOf({ api, token }));
  const words = [
    ...["run", document, "--url", api],
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
  const { output, ending } = await runTool(command, words, { folder: own, environment, timeoutMilliseconds: longest });
  process.stdout.write(`\n${name}\n${output}`);
  const total = countsOf(await readFile(report, "utf8"));
  const failed = total("failures") + total("errors");
  const outcome = judge({ passed: total("tests") - failed, failed }, ending);
  // Without permissions the test would find nothing.
  return (await isRoot({ api, token })) ? outcome : { ...outcome, trouble: "in the end the root token was invalid" };
}

function countsOf(xml: string): (name: string) => number {
  const start = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? "";
  return (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(start)?.[1] ?? 0);
}

async function isRoot({ api, token }: Pick<Raised, "api" | "token">): Promise<boolean> {
  return (await fetch(`${api}/auth/token/lookup-self`, { headers: { "X-Vault-Token": token } })).ok;
}

/** Names of the checks to run. `failures_are_expected` of `hooks.py` replaces `not_a_server_error`. */
const checks = [
  "failures_are_expected",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
];
