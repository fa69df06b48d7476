import type { ChildProcess } from "node:child_process";
import { type Count, judge, type Outcome, readClosingLine, total } from "../suite/count.ts";
import { runCommand } from "./command.ts";
import { type TestFolders, watch } from "./leftovers.ts";
import { processesBelow } from "./processes.ts";

/** Result of a command: the count of its results, plus one for the check for leftovers; and a line for each problem. */
export type Visit = Readonly<{ count: Count; troubles: readonly string[] }>;

export type End = (child: ChildProcess, folders: TestFolders) => void;

/** Text that the command prints with the result of each scenario, and not before the first. */
const scenarioLine = " › ";

/**
 * Runs a command and checks for leftovers. Without `end`, the command runs to completion and its results count. With
 * `end`, it is interrupted after the first scenario, and its results do not count.
 */
export async function visit(command: string, folders: TestFolders, end?: End): Promise<Visit> {
  const leftovers = watch(folders);
  const { output, ending, isCut } = await runCommand(command, {
    folder: folders.folder,
    environment: environmentOn(folders),
    ...(end && { cut: { after: scenarioLine, by: (child) => end(child, folders) } }),
  });
  const { count, trouble } = end ? judgeCut(ending, isCut) : judge(readClosingLine(output), ending);
  const left = await leftovers();
  const tidiness = left.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return {
    count: total([count, tidiness]),
    troubles: [...(trouble === undefined ? [] : [trouble]), ...left.map((what) => `left behind: ${what}`)],
  };
}

export function interrupt(child: ChildProcess): void {
  if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
}

/** Kills the processes of `understudy rehearse`, so that they cannot clean up. */
export function crash(_child: ChildProcess, { folder }: TestFolders): void {
  const playing = processesBelow(folder).filter(({ command }) =>
    /^\S*node\S*(?: --\S+)* \S*understudy\.js rehearse/.test(command),
  );
  for (const { id } of playing) process.kill(id, "SIGKILL");
}

function judgeCut(ending: number | string, isCut: boolean): Outcome {
  if (isCut && ending !== 0) return { count: { passed: 0, failed: 0 } };
  return { count: { passed: 0, failed: 1 }, trouble: `it should have been interrupted, but exited with ${ending}` };
}

/**
 * Returns the environment of a new user: without `CI`, `NODE_…` and `npm_…`, except `npm_config…`, and with a temporary
 * folder of its own.
 */
function environmentOn({ temporary }: TestFolders): NodeJS.ProcessEnv {
  const foreign = Object.entries(process.env).filter(([name]) => !/^(CI$|NODE_|npm_(?!config))/.test(name));
  return { ...Object.fromEntries(foreign), TMPDIR: temporary };
}
