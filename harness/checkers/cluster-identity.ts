import type { Checker } from "./checker.ts";
import { command, status } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { forgetLost, statusPath } from "./models/roles.ts";

/** Commands that may change a cluster's id. Promotion, demotion and update-primary do not change it. */
const renaming: readonly unknown[] = ["primary enable", "secondary enable", "disable"];

export const clusterIdentity: Checker = {
  name: "a cluster keeps its id",
  invariants: ["19"],
  rule: "A cluster keeps its id until an operator enables or disables its replication.",
  sources: ["REPL-DEMOTE-03", "REPL-PDISABLE-03", "REPL-SDISABLE-03"],
  excuses: [
    "From the request to enable or disable replication on, the id may change, whatever the outcome.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...status("Oslo", { mode: "primary", cluster_id: "c-1" })],
      [1, ...command("Oslo", "primary/demote")],
      [2, ...status("Oslo", { mode: "secondary", cluster_id: "c-2" })],
    ],
    held: [[2, ...status("Oslo", { mode: "secondary", cluster_id: "c-1" })]],
  },
  judge({ broken, time }) {
    const ids = new Map<string, Readonly<{ id: string; at: number }>>();
    return {
      on: {
        request(request) {
          if (renaming.includes(commandOf({ request })?.command)) ids.delete(request.cluster);
        },
        fault: forgetLost(ids),
      },
      answered(operation) {
        const { request, answer } = operation;
        if (renaming.includes(commandOf(operation)?.command)) ids.delete(request.cluster);
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        const { cluster_id: id } = fieldsOf(fieldsOf(answer.body).data);
        if (typeof id !== "string" || id === "") return;
        const before = ids.get(request.cluster);
        if (before && before.id !== id) {
          broken(
            answer,
            `${request.cluster} had the id ${before.id} at ${time(before)} and has the id ${id} at ${time(answer)}`,
          );
        }
        ids.set(request.cluster, { id, at: answer.at });
      },
    };
  },
};
