import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { forgetLost, statusPath } from "./models/roles.ts";

/** Commands after which a cluster may have another id; promotion, demotion and another primary are none of them. */
const renaming: readonly unknown[] = ["primary enable", "secondary enable", "disable"];

/** A cluster keeps its id until replication is enabled anew. */
export const clusterIdentity: Checker = {
  name: "a cluster keeps its id",
  invariants: ["19"],
  judge({ broken, time }) {
    const ids = new Map<string, Readonly<{ id: string; at: number }>>();
    return {
      on: {
        // From then on it may be another, whatever comes of the request.
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
          broken(answer, `${request.cluster} was ${before.id} at ${time(before)} and is ${id} at ${time(answer)}`);
        }
        ids.set(request.cluster, { id, at: answer.at });
      },
    };
  },
};
