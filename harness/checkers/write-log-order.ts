import type { DataIndex } from "#harness/history/data-index.ts";
import type { Checker } from "./checker.ts";
import { commandOf } from "./models/operator-command.ts";
import { forgetLost } from "./models/roles.ts";
import { warns } from "./models/warns.ts";

/**
 * The index in a cluster's responses never decreases while the cluster stays in one set. A response that warns of
 * replication lag contains the index of the primary, so later responses may have a lower index.
 */
export const writeLogOrder: Checker = {
  name: "the write log goes forward",
  invariants: ["3"],
  judge({ broken, models: { roles }, time }) {
    const last = new Map<string, DataIndex & Readonly<{ seq: number; at: number }>>();
    return {
      on: { fault: forgetLost(last) },
      answered(operation) {
        const { request, answer } = operation;
        const command = commandOf(operation);
        if (command && answer.outcome !== "fail") last.delete(command.cluster);
        const { index } = answer;
        if (!index || roles.isForced) return;
        const known = last.get(request.cluster);
        if (known?.set === index.set && known.seq < request.seq && index.entry < known.entry) {
          broken(
            answer,
            `${request.cluster} reported entry ${known.entry} at ${time(known)}, but entry ${index.entry} in the response to a` +
              `later request, at ${time(request)}`,
          );
        }
        if (warns(answer)) return;
        if (known?.set !== index.set || index.entry > known.entry) {
          last.set(request.cluster, { ...index, seq: answer.seq, at: answer.at });
        }
      },
    };
  },
};
