import type { ChildProcess } from "node:child_process";
import { type Count, judge, type Outcome, readClosingLine, total } from "../suite/count.ts";
import { runCommand } from "./command.ts";
import { type WalkFolders, watch } from "./leftovers.ts";
import { processesBelow } from "./processes.ts";

/** What a command came to: what it counted, one more for whether it left nothing behind, and a line for each trouble. */
export type Visit = Readonly<{ count: Count; troubles: readonly string[] }>;

/** Ends a command before its time. */
export type End = (child: ChildProcess, folders: WalkFolders) => void;

/** Stands in the line of each scenario that was played, and nowhere before. */
const scenarioLine = " › ";

/**
 * Runs a command and looks at what it left behind. It counts and comes to its own end; or, with `end`, it plays scenarios, is ended
 * by force as soon as one was played, and what it counted is of no account.
 */
export async function visit(command: string, folders: WalkFolders, end?: End): Promise<Visit> {
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

/** As Ctrl-C on a terminal: the whole foreground process group gets the signal. */
export function interrupt(child: ChildProcess): void {
  if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
}

/** As a crash: the process that plays is gone at once and can tidy nothing up. */
export function crash(_child: ChildProcess, { folder }: WalkFolders): void {
  const playing = processesBelow(folder).filter(({ command }) =>
    /^\S*node\S*(?: --\S+)* \S*understudy\.js rehearse/.test(command),
  );
  for (const { id } of playing) process.kill(id, "SIGKILL");
}

function judgeCut(ending: number | string, isCut: boolean): Outcome {
  if (isCut && ending !== 0) return { count: { passed: 0, failed: 0 } };
  return { count: { passed: 0, failed: 1 }, trouble: `it was to be cut short, yet it ended by itself with ${ending}` };
}

/** The environment of a new user: nothing of a continuous integration, nothing of ours. */
function environmentOn({ temporary }: WalkFolders): NodeJS.ProcessEnv {
  const foreign = Object.entries(process.env).filter(([name]) => !/^(CI$|NODE_|npm_(?!config))/.test(name));
  return { ...Object.fromEntries(foreign), TMPDIR: temporary };
}
