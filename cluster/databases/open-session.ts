import type { DatabaseSession } from "#engine/ports/databases.ts";

/** A session with a bounded close. */
export type OpenSession = Omit<DatabaseSession, "close"> &
  Readonly<{
    /**
     * Refuses new tasks, and aborts those that run longer than `maxWaitMilliseconds`. A second
     * call does nothing.
     */
    end(maxWaitMilliseconds: number): Promise<void>;
  }>;
