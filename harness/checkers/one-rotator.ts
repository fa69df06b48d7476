import type { Checker } from "./checker.ts";
import { statement, status } from "./example.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { isRotation } from "./models/statements.ts";

export const oneRotator: Checker = {
  name: "the primary alone rotates",
  invariants: ["23"],
  rule: "A secondary changes no passwords of replicated mounts.",
  sources: ["OWN-STATIC-01"],
  excuses: [
    "Secondaries with a local database mount are not checked.",
    "A rotation that began before the cluster's role changed may be committed late.",
    "While a replication command is pending on the cluster, its role is unknown and nothing is checked.",
  ],
  example: {
    broken: [
      [0, ...status("Lima", { mode: "secondary" })],
      [1, statement("Lima", "ALTER ROLE app WITH PASSWORD '•••'", { subject: "app" })],
    ],
    held: [[1, statement("Oslo", "ALTER ROLE app WITH PASSWORD '•••'", { subject: "app" })]],
  },
  judge({ broken, models: { roles }, time }) {
    const hasLocal = new Set<string>();
    return {
      on: {
        statement(statement) {
          const { from, subject, at } = statement;
          if (!isRotation(statement) || hasLocal.has(from) || roles.isChanging(from)) return;
          if (roles.of(from).mode !== "secondary") return;
          // Requested before the cluster's role changed, and committed late.
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
