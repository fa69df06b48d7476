import type { DatabaseSession } from "#engine/ports/databases.ts";

/** A session whose end may be hurried. */
export type OpenSession = Omit<DatabaseSession, "close"> &
  Readonly<{
    /** Takes on nothing more, and breaks off what still runs after this time. Ending twice does nothing. */
    end(patienceMilliseconds: number): Promise<void>;
  }>;
