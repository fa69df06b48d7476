import type { DatabaseSession } from "#engine/ports/databases.ts";

/** A session with a bounded close. */
export type OpenSession = Omit<DatabaseSession, "close"> &
  Readonly<{
    /** Refuses new tasks, and aborts others after `maxWaitMilliseconds`. May be called twice. */
    end(maxWaitMilliseconds: number): Promise<void>;
  }>;
