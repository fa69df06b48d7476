import { readdirSync } from "node:fs";
import { setTimeout as passed } from "node:timers/promises";
import { containerLock } from "#harness/reaper/container-lock.ts";
import { listeningPorts, processesBelow, socketsHeld } from "./processes.ts";

export type TestFolders = Readonly<{ folder: string; temporary: string }>;

const defaultPatienceMilliseconds = 15_000;
const pause = 100;
/**
 * Names of files that do not count as leftovers: npm's compile cache, and the lock file of the container library, which
 * another program may create again after its removal.
 */
const notOurs = ["node-compile-cache", containerLock];

/**
 * Records the listening ports before a program runs. The returned function returns one line for each process, new
 * listening port and temporary file that is left over after `patience` milliseconds.
 */
export function watch(
  { folder, temporary }: TestFolders,
  patience = defaultPatienceMilliseconds,
): () => Promise<readonly string[]> {
  const before = listeningPorts();
  const look = () => {
    const processes = processesBelow(folder);
    // Other programs open and close ports meanwhile. A port counts only if it was open both before and after its owner
    // was looked up.
    const ports = [...listeningPorts()].filter(([socket]) => !before.has(socket));
    const others = socketsHeld(processes);
    const still = listeningPorts();
    const ours = ports.filter(([socket]) => !others.has(socket) && still.has(socket));
    return [
      ...processes.map(({ id, command }) => `process ${id}: ${command}`),
      ...ours.map(([, port]) => `port ${port}`),
      ...readdirSync(temporary)
        .filter((name) => !notOurs.includes(name))
        .map((name) => `temporary file ${name}`),
    ];
  };
  return async () => {
    const until = Date.now() + patience;
    for (;;) {
      const left = look();
      if (left.length === 0 || Date.now() > until) return left;
      await passed(pause);
    }
  };
}
