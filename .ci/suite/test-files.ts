import { availableParallelism } from "node:os";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { type Count, judge, type Outcome } from "./count.ts";
import { house } from "./house.ts";

/** Where processes of tests keep what Node compiled for one another: by itself, each would strip and compile all that it imports. */
const compileCache = `${house}node_modules/.cache/node-compile-cache`;

/** Runs the test files that match `pattern` below `folder`, each in a process of its own, and shows them on standard output. */
export async function runTestFiles(folder: string, pattern: string, environment = process.env): Promise<Outcome> {
  const env = { NODE_COMPILE_CACHE: compileCache, ...environment };
  let count: Count | undefined;
  let isGood = false;
  const tests = run({ cwd: folder, env, globPatterns: [pattern], concurrency: availableParallelism() });
  tests.on("test:summary", ({ file, counts, success }) => {
    // Each file has a summary too; the one without a name is of the whole.
    if (file !== undefined) return;
    const { tests: all, passed, skipped, todo } = counts;
    count = { passed, failed: all - passed - skipped - todo };
    isGood = success;
  });
  for await (const text of tests.compose(spec)) process.stdout.write(text);
  return judge(count, isGood ? 0 : 1);
}
