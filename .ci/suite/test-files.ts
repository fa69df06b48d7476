import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { checkoutRoot } from "./checkout-root.ts";
import { type Count, judge, type Outcome } from "./count.ts";
import { type TestProcess, testProcesses } from "./test-processes.ts";

const compileCache = `${checkoutRoot}node_modules/.cache/node-compile-cache`;

/**
 * Number of test processes for each core. It is more than one, because many tests wait for other processes or timers.
 */
const processesPerCore = 1.5;

export async function runTestFiles(folder: string, pattern: string, environment = process.env): Promise<Outcome> {
  const env = { NODE_COMPILE_CACHE: compileCache, ...environment };
  const entries = mkdtempSync(join(tmpdir(), "understudy-test-files-"));
  try {
    const processes = testProcesses(folder, globSync(pattern, { cwd: folder }));
    const files = processes.map((together, index) => entryOf(together, { folder, entries, index }));
    let count: Count | undefined;
    let isGood = false;
    const concurrency = Math.ceil(availableParallelism() * processesPerCore);
    const tests = run({ cwd: folder, env, files, concurrency });
    tests.on("test:summary", ({ file, counts, success }) => {
      // Each process reports a summary; the total is the one without a file name.
      if (file !== undefined) return;
      const { tests: all, passed, skipped, todo } = counts;
      count = { passed, failed: all - passed - skipped - todo };
      isGood = success;
    });
    for await (const text of tests.compose(spec)) process.stdout.write(text);
    return judge(count, isGood ? 0 : 1);
  } finally {
    rmSync(entries, { recursive: true, force: true });
  }
}

function entryOf(
  together: TestProcess,
  { folder, entries, index }: Readonly<{ folder: string; entries: string; index: number }>,
): string {
  const paths = together.map((file) => join(folder, file));
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) return only;
  const entry = join(entries, `${index}.mjs`);
  writeFileSync(entry, paths.map((path) => `import ${JSON.stringify(pathToFileURL(path).href)};\n`).join(""));
  return entry;
}
