import { z } from "zod";
import { action } from "./action.ts";

/**
 * A world and all actions in it, as data. With the same release, a schedule always produces the same run: latencies,
 * ids, and the unsynced writes that survive a crash are drawn from its seed during the run.
 */
export const schedule = z.object({
  seed: z.int().nonnegative(),
  clusters: z.array(z.string()).min(1).max(5),
  /**
   * The cluster that is set up, and the initial primary if there are `secondaries`, which replicate from it. All other
   * clusters start without replication.
   */
  primary: z.string(),
  secondaries: z.array(z.string()),
  /** The services of the world: a database engine, and a cloud auth method. */
  services: z.object({ database: z.boolean(), cloud: z.boolean() }),
  /** Actions in chronological order. */
  actions: z.array(action),
  /** Time in milliseconds since the start of the actions at which all faults end. */
  healAt: z.number().positive(),
});

export type Schedule = Readonly<z.infer<typeof schedule>>;
