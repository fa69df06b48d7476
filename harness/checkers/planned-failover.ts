import type { Checker } from "./checker.ts";
import { command, mounted, read, write } from "./example.ts";
import { commandOf } from "./models/operator-command.ts";
import { forgetLost } from "./models/roles.ts";

/** A promotion without force: when it occurred, and the last acknowledged entry of the set's log at that time. */
type Failover = Readonly<{ set: string; entry: number; seq: number; at: number }>;

export const plannedFailover: Checker = {
  name: "a planned failover loses nothing",
  invariants: ["1"],
  rule: "Writes that were acknowledged before a promotion without force can be read on the promoted cluster.",
  sources: ["OWN-PLANNED-01", "REPL-PROMOTE-03"],
  excuses: [
    "Content of a write with an unknown outcome may be returned instead.",
    "On a secondary, secrets that a paths filter names are not checked; on a primary they are.",
    "A promotion by force, or the restore of a primary from a backup, ends the check.",
    "While a replication command is pending on the cluster, its role is unknown and nothing is checked.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...write("Oslo", "colours/sky", "blue", 1)],
      [2, ...command("Oslo", "primary/demote")],
      [3, ...command("Lima", "secondary/promote")],
      [4, ...read("Lima", "colours/sky")],
    ],
    held: [[4, ...read("Lima", "colours/sky", "blue")]],
  },
  judge({ broken, models: { roles, secrets }, time }) {
    const failovers = new Map<string, Failover>();
    const last = new Map<string, number>();
    return {
      on: { fault: forgetLost(failovers) },
      answered(operation) {
        const { write, answer, request } = operation;
        // A primary must also have data that a filter excluded while it was a secondary; otherwise it must not be
        // promoted.
        const read = roles.of(request.cluster).mode === "primary" ? operation.anyRead : operation.read;
        if (write) last.set(write.set, Math.max(write.entry, last.get(write.set) ?? 0));
        const command = commandOf(operation);
        if (command && answer.outcome !== "fail" && ["secondary enable", "disable"].includes(command.command))
          failovers.delete(command.cluster);
        if (command && answer.outcome === "ok") {
          const { cluster } = command;
          const set = secrets.setOf(cluster, roles);
          const entry = set === undefined ? undefined : last.get(set);
          if (command.command === "promote" && !command.force && set !== undefined && entry !== undefined)
            failovers.set(cluster, { set, entry, seq: answer.seq, at: answer.at });
        }
        // A cluster that was promoted by force may have lost entries, and so may its secondaries. A pending command may
        // have wiped the cluster.
        if (!read || roles.isForced || roles.isChanging(read.cluster)) return;
        const failover = failovers.get(read.cluster);
        if (!failover || request.seq < failover.seq) return;
        const wanted = secrets.lastUpTo(read.key, failover);
        if (!wanted || secrets.canShow(read, wanted)) return;
        const lost = `${read.key}, acknowledged in ${wanted.cluster} at ${time(wanted)}`;
        const where = `in ${read.cluster} at ${time(answer)}, after the planned failover at ${time(failover)}`;
        broken(answer, `${lost}, is missing ${where}`);
      },
    };
  },
};
