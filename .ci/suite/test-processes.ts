import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Paths of the test files that one process runs one after another, relative to the root. */
export type TestProcess = readonly string[];

/**
 * Matches test files that may share processes, because their imports take longer than their tests. Attacks are
 * excluded, because they measure waiting times.
 */
const sharing =
  /^(?:engine|scenarios|bench|cluster\/(?!attacks\/)|harness\/(?:campaign|checkers|cloud|faults|history|reports|simulation|stages|targets))\b/;
/**
 * Matches code that may affect other files of the same process: global hooks, environment, memory, process exit, and
 * child processes such as real servers. Files with such code have a process of their own.
 */
const reaching =
  /^(?:before|after|beforeEach|afterEach)\(|\bprocess\.|\bglobalThis\b|node:child_process|#harness\/(?:cli|databases)\//m;
const sharedProcesses = 6;
/** Matches files that take long. They start first, so that the suite does not wait for them at the end. */
const long = /^(?:mutants|kit|harness\/cli)\//;

/**
 * Assigns test files of the project in `folder` to processes. Files that do not share a process have one of their own.
 * Returns the processes in the order in which to start them.
 */
export function testProcesses(folder: string, files: readonly string[]): readonly TestProcess[] {
  const sorted = files.toSorted();
  const shares = (file: string) => sharing.test(file) && !reaching.test(readFileSync(join(folder, file), "utf8"));
  const together = sorted.filter(shares);
  const shared = Array.from({ length: sharedProcesses }, (_, number) =>
    together.filter((_, index) => index % sharedProcesses === number),
  );
  const alone = sorted.filter((file) => !shares(file)).map((file) => ({ file, isLong: long.test(file) }));
  return [
    ...alone.filter(({ isLong }) => isLong).map(({ file }) => [file]),
    ...shared.filter((group) => group.length > 0),
    ...alone.filter(({ isLong }) => !isLong).map(({ file }) => [file]),
  ];
}
