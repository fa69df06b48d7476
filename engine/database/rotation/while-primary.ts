import { Problem } from "../../api/problem.ts";
import type { DatabaseSession } from "../../ports/databases.ts";

/**
 * Session for changes that only a primary may make: after the cluster is demoted, transactions reject
 * with a Problem "unavailable".
 */
export function whilePrimary(session: DatabaseSession, context: Readonly<{ isPrimary(): boolean }>): DatabaseSession {
  return {
    async transact(statements, about) {
      if (!context.isPrimary()) throw new Problem("unavailable", "this cluster is not the primary any more");
      return session.transact(statements, about);
    },
    settle: (subject) => session.settle(subject),
    verify: () => session.verify(),
    column: (query, parameters) => session.column(query, parameters),
    close: () => session.close(),
  };
}
