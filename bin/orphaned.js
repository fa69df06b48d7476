// Plain JavaScript for any Node from 20 on, as the launcher uses it too.
import { readFileSync } from "node:fs";

/** How often it is looked whether who started us is still there, in milliseconds. */
const lookMilliseconds = 500;

// Looked at as soon as there is this process: who started it may end at any time. That may be process 1, as in a container.
const starter = process.ppid;
/** Below npm and npx stands a shell, which outlives them and says nothing; so its own parent counts too. */
const starterOfShell = process.env.npm_command === undefined ? undefined : parentOf(starter);

/**
 * Calls `act` once when the process that started this one has ended; or when this is the child of no `launcher` any more, where one is
 * named, which looks after those above it itself. Only systems that give orphans a new parent can tell; Windows does not.
 */
export function whenOrphaned(act, launcher = undefined) {
  const isThere = () => {
    if (launcher !== undefined) return process.ppid === launcher;
    return process.ppid === starter && (starterOfShell === undefined || parentOf(starter) === starterOfShell);
  };
  const timer = setInterval(() => {
    if (isThere()) return;
    clearInterval(timer);
    act();
  }, lookMilliseconds);
  timer.unref();
}

/** The parent of a process, where the system tells it in files: the second field behind the name, which may hold anything. */
function parentOf(id) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
