import type { Reaper } from "#harness/reaper/reaper.ts";
import type { ServerProcess } from "./database-server.ts";

/** Returns the operations on the server process that a reaper manages. */
export function processOf({ ask }: Pick<Reaper<unknown>, "ask">): ServerProcess {
  return { pause: () => ask("pause"), resume: () => ask("resume"), restart: () => ask("restart") };
}
