import type { Checker } from "./checker.ts";
import { call, command, mounted, write } from "./example.ts";
import { commandOf } from "./models/operator-command.ts";
import { lostStores } from "./models/roles.ts";

export const orphansWriteNothing: Checker = {
  name: "a demoted cluster writes nothing by itself",
  invariants: ["8"],
  rule: "A demoted cluster acknowledges no replicated write until it gets a primary, is promoted, or its store is replaced.",
  sources: ["REPL-DEMOTE-01", "REPL-DEMOTE-02"],
  excuses: [
    "A write that was requested before the response to the demotion may be acknowledged, unless its index is after the last entry that the cluster logged at its demotion.",
    "From the request of another replication command on, the cluster is not checked.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...command("Oslo", "primary/demote")],
      [2, ...write("Oslo", "colours/sky", "blue", 7)],
    ],
    held: [[2, ...call("Oslo", "POST colours/sky", { content: "blue" }, { status: 503 })]],
  },
  judge({ broken, time }) {
    const demoted = new Map<string, Readonly<{ seq: number; at: number }>>();
    const lastEntries = new Map<string, Readonly<{ entry: number; at: number }>>();
    const forget = (cluster: string) => {
      demoted.delete(cluster);
      lastEntries.delete(cluster);
    };
    return {
      on: {
        // The store may be older than the demotion.
        fault: (fault) => lostStores(fault).forEach(forget),
        log({ cluster, message, facts, at }) {
          if (message === "demoted" && typeof facts?.index === "number")
            lastEntries.set(cluster, { entry: facts.index, at });
        },
        request(request) {
          const command = commandOf({ request })?.command;
          if (command !== undefined && command !== "demote") forget(request.cluster);
        },
      },
      answered(operation) {
        const { request, answer, write } = operation;
        const command = commandOf(operation)?.command;
        if (command === "demote" && answer.outcome === "ok") demoted.set(request.cluster, answer);
        // The command may have been requested before the demotion was acknowledged.
        else if (command !== undefined && answer.outcome !== "fail") forget(request.cluster);
        const last = lastEntries.get(request.cluster);
        if (write && last && write.entry > last.entry) {
          broken(
            answer,
            `${request.cluster} was demoted at ${time(last)} after entry ${last.entry}, but acknowledged a write of ${write.key} as entry ${write.entry} at ${time(answer)}`,
          );
        }
        const since = demoted.get(request.cluster);
        if (!write || !since || request.seq < since.seq) return;
        broken(
          answer,
          `${request.cluster} was demoted at ${time(since)} and has no primary, but acknowledged a write of ${write.key} at ${time(answer)}`,
        );
      },
    };
  },
};
