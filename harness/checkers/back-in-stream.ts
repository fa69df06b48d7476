import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { Rest } from "./models/rest.ts";
import { statusPath } from "./models/roles.ts";

/** When all has healed and had time to settle, every secondary that has a primary and was not revoked streams from it. */
export const backInStream: Checker = {
  name: "secondaries come back",
  invariants: ["L1"],
  judge({ broken, time }) {
    const rest = new Rest();
    const revoked = new Set<string>();
    return {
      on: {
        settled: (settled) => rest.settled(settled),
        fault: () => rest.disturb(),
      },
      answered(operation) {
        const { request, answer } = operation;
        const command = commandOf(operation);
        if (command?.command === "revoke" && command.id !== undefined) revoked.add(command.id);
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        if (!rest.holds(request)) return;
        const { mode, state, secondary_id: id, primary_cluster_addr: primary } = fieldsOf(fieldsOf(answer.body).data);
        if (mode !== "secondary" && mode !== "bootstrapping") return;
        if (primary === "" || revoked.has(String(id)) || state === "stream-wals") return;
        broken(
          answer,
          `${request.cluster} has not come back at ${time(answer)}, when all has settled: it is ${mode}, ${state}`,
        );
      },
    };
  },
};
