// Plain JavaScript for Node 20 and newer, since the launcher uses it too.
import { readFileSync } from "node:fs";

const lookMilliseconds = 500;

// Read at once, since the starter may end at any time. It may be process 1, as in a container.
const starter = process.ppid;
/** Below npm and npx runs a shell that outlives them, so its own parent counts too. */
const starterOfShell = process.env.npm_command === undefined ? undefined : parentOf(starter);

/**
 * Calls `act` once when the process that started this one has ended. With `launcher`, calls it when
 * this process is no longer a child of the launcher, which watches its own starter. Works only on
 * systems that give orphans a new parent, which excludes Windows.
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

function parentOf(id) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
