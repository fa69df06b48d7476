import type { Checker } from "./checker.ts";
import { mounted, read, write } from "./example.ts";
import { commandOf } from "./models/operator-command.ts";
import { forgetLost } from "./models/roles.ts";
import { warns } from "./models/warns.ts";
import type { Write } from "./operation.ts";

export const monotoneReads: Checker = {
  name: "reads at one cluster never go back",
  invariants: ["5"],
  rule: "A read at a cluster never returns older content than an earlier read or write at the same cluster. Writes whose response warned of replication lag do not count.",
  sources: [
    "OWN-STREAM-03",
    "Choice of this project: a client that uses one cluster must not have to send an index with each request.",
  ],
  excuses: [
    "A replication command gives the cluster a new log.",
    "A promotion by force, or the restore of a primary from a backup, ends the check.",
    "While a replication command is pending on the cluster, its role is unknown and nothing is checked.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...write("Oslo", "colours/sky", "blue", 1)],
      [2, ...write("Oslo", "colours/sky", "green", 2)],
      [3, ...read("Lima", "colours/sky", "green")],
      [4, ...read("Lima", "colours/sky", "blue")],
    ],
    held: [[4, ...read("Lima", "colours/sky", "green")]],
  },
  judge({ broken, models: { roles, secrets }, time }) {
    const seen = new Map<string, Map<string, Readonly<{ write: Write; seq: number; at: number }>>>();
    const of = (cluster: string) => {
      const known = seen.get(cluster) ?? new Map();
      seen.set(cluster, known);
      return known as Map<string, Readonly<{ write: Write; seq: number; at: number }>>;
    };
    return {
      on: { fault: forgetLost(seen) },
      answered(operation) {
        const { request, answer, read, write } = operation;
        const command = commandOf(operation);
        // The cluster may have another log now.
        if (command && answer.outcome !== "fail") seen.delete(command.cluster);
        if (roles.isForced) return;
        if (write && !warns(answer)) raise(write.cluster, write, answer);
        if (!read) return;
        const floor = of(read.cluster).get(read.key);
        // A pending command may have given the cluster another log.
        const isComparable = floor && floor.seq < request.seq && !roles.isChanging(read.cluster);
        if (isComparable && !secrets.canShow(read, floor.write)) {
          broken(
            answer,
            `${read.key} was read in ${read.cluster} at ${time(answer)} with an older content than the write at ${time(floor.write)}, ` +
              `which was seen there at ${time(floor)}`,
          );
        }
        const shown = secrets.onlyWrite(read);
        if (shown) raise(read.cluster, shown, answer);
      },
    };

    function raise(cluster: string, write: Write, { seq, at }: Readonly<{ seq: number; at: number }>): void {
      const known = of(cluster).get(write.key);
      if (known && known.write.set === write.set && known.write.entry >= write.entry) return;
      of(cluster).set(write.key, { write, seq, at });
    }
  },
};
