import type { Reaper } from "#harness/reaper/reaper.ts";
import type { ServerProcess } from "./database-server.ts";

export function processOf({ ask }: Pick<Reaper<unknown>, "ask">): ServerProcess {
  return { pause: () => ask("pause"), resume: () => ask("resume"), restart: () => ask("restart") };
}
