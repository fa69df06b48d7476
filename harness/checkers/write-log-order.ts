import type { DataIndex } from "#harness/history/data-index.ts";
import type { Checker } from "./checker.ts";
import { call, write } from "./example.ts";
import { commandOf } from "./models/operator-command.ts";
import { forgetLost } from "./models/roles.ts";
import { warns } from "./models/warns.ts";

export const writeLogOrder: Checker = {
  name: "the write log goes forward",
  invariants: ["3"],
  rule: "The index in a cluster's responses never decreases while the cluster stays in one set.",
  sources: [
    "0020",
    "Choice of this project: a client that remembers the last index of a cluster remembers the latest.",
  ],
  excuses: [
    "Responses that warn of replication lag contain the index of the primary.",
    "A replication command gives the cluster a new log.",
    "A promotion by force, or the restore of a primary from a backup, ends the check.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...write("Oslo", "colours/sky", "blue", 7)],
      [1, ...call("Oslo", "GET colours/sky", {}, { content: "blue", index: { set: "A", entry: 5 } })],
    ],
    held: [[1, ...call("Oslo", "GET colours/sky", {}, { content: "blue", index: { set: "A", entry: 7 } })]],
  },
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
            `${request.cluster} reported entry ${known.entry} at ${time(known)}, but entry ${index.entry} in the response to a ` +
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
