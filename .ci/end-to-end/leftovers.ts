import { readdirSync } from "node:fs";
import { setTimeout as passed } from "node:timers/promises";
import { containerLock } from "#harness/reaper/container-lock.ts";
import { listeningPorts, processesBelow, socketsHeld } from "./processes.ts";

/** Where a program runs, and the folder that it takes for the one of temporary files. */
export type WalkFolders = Readonly<{ folder: string; temporary: string }>;

/** Milliseconds within which a process whose parent has gone ends its work. */
const usualPatience = 15_000;
const pause = 100;
/**
 * npm's own, on a Node that can keep compiled code; and the file by which the container library takes turns, of which a program removes what it made, but not what
 * it made in the place of another program's, which was removed in between.
 */
const notOurs = ["node-compile-cache", containerLock];

/**
 * Looks at a ground before a program runs there. What is returned tells afterwards, one line each, what was left behind: processes,
 * listening ports, temporary files. Ports of other programs on the machine do not count. What goes away within
 * `patience` milliseconds was not left behind.
 */
export function watch({ folder, temporary }: WalkFolders, patience = usualPatience): () => Promise<readonly string[]> {
  const before = listeningPorts();
  const look = () => {
    const processes = processesBelow(folder);
    // Others open and close ports meanwhile: what counts was there before it was asked who holds it, and afterwards, too.
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
