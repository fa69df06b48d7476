import type { Checker } from "./checker.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { Rest } from "./models/rest.ts";
import { statusPath } from "./models/roles.ts";
import { Streaming } from "./models/streaming.ts";

/** When all has healed and had time to settle, every secondary streams from the primary from which it streamed before, unless that was revoked or is none any more. */
export const backInStream: Checker = {
  name: "secondaries come back",
  invariants: ["L1"],
  judge({ broken, models: { roles }, time }) {
    const rest = new Rest();
    const streaming = new Streaming(roles);
    return {
      on: {
        settled: (settled) => rest.settled(settled),
        fault: () => rest.disturb(),
        frame: (frame) => streaming.frame(frame),
      },
      answered(operation) {
        const { request, answer } = operation;
        streaming.answered(operation);
        if (request.path !== statusPath || answer.outcome !== "ok" || !rest.holds(request)) return;
        const status = fieldsOf(fieldsOf(answer.body).data);
        const { mode, state } = status;
        if (mode === "primary" || mode === "disabled" || state === "stream-wals") return;
        const primary = streaming.primaryOf(request.cluster, status);
        if (primary === undefined) return;
        broken(
          answer,
          `${request.cluster} has not come back to ${primary} at ${time(answer)}, when all has settled: it is ${mode}, ${state}`,
        );
      },
    };
  },
};
