import type { Checker } from "./checker.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { isRotation } from "./models/statements.ts";

/** A secondary changes no passwords of replicated mounts. Secondaries with a local database mount are not checked. */
export const oneRotator: Checker = {
  name: "the primary alone rotates",
  invariants: ["23"],
  judge({ broken, models: { roles }, time }) {
    const hasLocal = new Set<string>();
    return {
      on: {
        statement(statement) {
          const { from, subject, at } = statement;
          if (!isRotation(statement) || hasLocal.has(from) || roles.isChanging(from)) return;
          if (roles.of(from).mode !== "secondary") return;
          // Requested while the cluster was the primary, and committed late.
          if ((statement.asked ?? statement.seq) < roles.changedAt(from)) return;
          broken(statement, `${from}, a secondary, changed the password of ${subject} at ${time({ at })}`);
        },
      },
      answered({ request: { path, body, cluster }, answer }) {
        const { type, local } = fieldsOf(body);
        if (answer.outcome === "ok" && path.includes("sys/mounts/") && type === "database" && local === true)
          hasLocal.add(cluster);
      },
    };
  },
};
