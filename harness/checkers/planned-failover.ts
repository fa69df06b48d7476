import type { Checker } from "./checker.ts";
import { commandOf } from "./models/operator-command.ts";
import { forgetLost } from "./models/roles.ts";

/** How far the log was when a cluster was promoted, and when that was. */
type Failover = Readonly<{ set: string; entry: number; seq: number; at: number }>;

/** What was acknowledged before a demotion is read where a secondary was then promoted without force; what clients do not know of may be there or not. */
export const plannedFailover: Checker = {
  name: "a planned failover loses nothing",
  invariants: ["1"],
  judge({ broken, models: { roles, secrets }, time }) {
    const failovers = new Map<string, Failover>();
    const last = new Map<string, number>();
    return {
      on: { fault: forgetLost(failovers) },
      answered(operation) {
        const { write, answer, request } = operation;
        // A primary has what a filter kept from it as a secondary, or it should not have been promoted.
        const read = roles.of(request.cluster).mode === "primary" ? operation.anyRead : operation.read;
        if (write) last.set(write.set, Math.max(write.entry, last.get(write.set) ?? 0));
        const command = commandOf(operation);
        if (command && answer.outcome === "ok") {
          const { cluster } = command;
          if (command.command === "secondary enable" || command.command === "disable") failovers.delete(cluster);
          const set = secrets.setOf(cluster, roles);
          const entry = set === undefined ? undefined : last.get(set);
          if (command.command === "promote" && !command.force && set !== undefined && entry !== undefined)
            failovers.set(cluster, { set, entry, seq: answer.seq, at: answer.at });
        }
        // Who was promoted by force may have given something up, and so have its secondaries.
        if (!read || roles.isForced) return;
        const failover = failovers.get(read.cluster);
        if (!failover || request.seq < failover.seq) return;
        const wanted = secrets.lastUpTo(read.key, failover);
        if (!wanted || secrets.shown(read, wanted)) return;
        const lost = `${read.key}, acknowledged in ${wanted.cluster} at ${time(wanted)}`;
        const where = `in ${read.cluster} at ${time(answer)}, after the planned failover at ${time(failover)}`;
        broken(answer, `${lost}, is missing ${where}`);
      },
    };
  },
};
