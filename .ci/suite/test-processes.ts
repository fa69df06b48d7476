import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Test files, by path from the root, that run one after the other in one process. */
export type TestProcess = readonly string[];

/**
 * Modules whose tests take less time than their imports, so many share a process. They share no
 * state, as the tested code has no global state. Attacks measure waiting times, so each runs alone.
 */
const sharing =
  /^(?:engine|scenarios|bench|cluster\/(?!attacks\/)|harness\/(?:campaign|checkers|cloud|faults|history|reports|simulation|stages|targets))\b/;
/**
 * Matches code that could affect other files of the same process: global hooks, environment,
 * memory, process exit, and child processes such as real servers.
 */
const reaching =
  /^(?:before|after|beforeEach|afterEach)\(|\bprocess\.|\bglobalThis\b|node:child_process|#harness\/(?:cli|databases)\//m;
/** Number of shared processes: few repeat little work, but each core needs one. */
const sharedProcesses = 6;
/**
 * Modules with the longest files, which begin first because the suite would wait for them
 * otherwise.
 */
const long = /^(?:mutants|harness\/cli)\//;

/**
 * Assigns the test files of the project in `folder` to processes, in the order of their start. Most
 * have their own process.
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
