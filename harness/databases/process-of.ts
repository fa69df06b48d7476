import type { Reaper } from "#harness/reaper/reaper.ts";
import type { ServerProcess } from "./database-server.ts";

/** The process of the server that a reaper looks after. */
export function processOf({ ask }: Pick<Reaper<unknown>, "ask">): ServerProcess {
  return { pause: () => ask("pause"), resume: () => ask("resume"), restart: () => ask("restart") };
}
