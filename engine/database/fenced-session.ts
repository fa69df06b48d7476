import { Problem } from "../api/problem.ts";
import type { MountContext } from "../core/mounts/mount-type.ts";
import type { DatabaseSession } from "../ports/databases.ts";

/**
 * The session, which begins no transaction once this cluster has been demoted. Rejects with a Problem "unavailable" then. The next primary finds
 * what is announced and finishes it, and two that change one password would leave neither knowing which holds. What was begun before, the next
 * primary settles.
 */
export function fencedSession(session: DatabaseSession, context: Pick<MountContext, "isPrimary">): DatabaseSession {
  return {
    settle: (subject) => session.settle(subject),
    verify: () => session.verify(),
    column: (query, parameters) => session.column(query, parameters),
    close: () => session.close(),
    async transact(statements, about) {
      if (!context.isPrimary())
        throw new Problem("unavailable", "this cluster is no longer the primary, which alone rotates passwords");
      await session.transact(statements, about);
    },
  };
}
