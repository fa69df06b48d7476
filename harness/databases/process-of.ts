import type { Reaper } from "#harness/reaper/reaper.ts";
import type { ServerProcess } from "./database-server.ts";

/** Returns the operations on a server process that is owned by a reaper. */
export function processOf({ ask }: Pick<Reaper<unknown>, "ask">): ServerProcess {
  return { pause: () => ask("pause"), resume: () => ask("resume"), restart: () => ask("restart") };
}
