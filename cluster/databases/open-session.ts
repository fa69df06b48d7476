import type { DatabaseSession } from "#engine/ports/databases.ts";

/** A session that can be ended within a bounded time. */
export type OpenSession = Omit<DatabaseSession, "close"> &
  Readonly<{
    /** Refuses new tasks, and aborts others after `maxWaitMilliseconds`. May be called twice. */
    end(maxWaitMilliseconds: number): Promise<void>;
  }>;
