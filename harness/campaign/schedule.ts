import { z } from "zod";
import { action } from "./action.ts";

/**
 * A world and all actions in it, as data. The same schedule and seed make the same run: other
 * randomness (latencies, ids, unsynced writes that survive a crash) is drawn from the seed during
 * the run.
 */
export const schedule = z.object({
  seed: z.int().nonnegative(),
  clusters: z.array(z.string()).min(1).max(5),
  /** Initial primary. The clusters in `secondaries` replicate from it; the rest start unlinked. */
  primary: z.string(),
  secondaries: z.array(z.string()),
  /** Services of the world: a database engine with two roles, and a cloud auth method. */
  services: z.object({ database: z.boolean(), cloud: z.boolean() }),
  /** Actions in order of time. */
  actions: z.array(action),
  /** Time at which all faults end, in milliseconds since the actions began. */
  healAt: z.number().positive(),
});

export type Schedule = Readonly<z.infer<typeof schedule>>;
