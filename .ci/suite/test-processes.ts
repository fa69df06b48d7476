import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Test files, by their paths in the project, that one process runs one after the other. */
export type TestProcess = readonly string[];

/**
 * Rooms whose tests take less time than it takes to load what they test, so many share a process that has loaded it. They share no state: what
 * they test keeps none outside of what it makes. Attacks measure how long others wait, so each is alone.
 */
const sharing =
  /^(?:engine|scenarios|bench|cluster\/(?!attacks\/)|harness\/(?:campaign|checkers|cloud|faults|history|reports|simulation|stages|targets))\b/;
/** What would reach other files of the same process: hooks of the whole process, its environment, memory and ending, other processes, among them real servers. */
const reaching =
  /^(?:before|after|beforeEach|afterEach)\(|\bprocess\.|\bglobalThis\b|node:child_process|#harness\/(?:cli|databases)\//m;
/** Few enough that little is loaded twice, enough that all cores have one. */
const sharedProcesses = 6;
/** Rooms with the longest files, which would be waited for in the end if they did not come first. */
const long = /^(?:mutants|harness\/cli)\//;

/** Deals test files of the project in `folder` out to processes, in the order in which they are to begin. Most have a process of their own. */
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
