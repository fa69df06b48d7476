import type { Checker } from "./checker.ts";
import { command, mounted, read, write } from "./example.ts";
import { commandOf } from "./models/operator-command.ts";
import { forgetLost } from "./models/roles.ts";
import type { Write } from "./operation.ts";

type Forced = { readonly seq: number; readonly at: number; lost: Write | undefined; kept: Write | undefined };

export const forcedFailover: Checker = {
  name: "a forced failover loses the end of the log and nothing before it",
  invariants: ["2"],
  rule: "A promotion by force loses writes only from the end of the log: all writes before a retained write are retained.",
  sources: ["REPL-PROMOTE-03", "REPL-PROMOTE-05"],
  excuses: [
    "Only the first promotion by force is checked: later, the log may have several branches.",
    "A write with an unknown outcome, or a later write of the key, hides what was lost.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...write("Oslo", "colours/sky", "blue", 1)],
      [2, ...write("Oslo", "colours/sea", "green", 2)],
      [3, ...command("Lima", "secondary/promote", { body: { force: true } })],
      [4, ...read("Lima", "colours/sea", "green")],
      [5, ...read("Lima", "colours/sky")],
    ],
    held: [[5, ...read("Lima", "colours/sky", "blue")]],
  },
  judge({ broken, models: { secrets }, time }) {
    const promotions = new Map<string, Forced>();
    let isForced = false;
    return {
      on: {
        // The store may be older than the promotion.
        fault: forgetLost(promotions),
      },
      answered(operation) {
        const { answer, request, read, write } = operation;
        const command = commandOf(operation);
        if (command && answer.outcome === "ok") {
          // A replication command may give the cluster another log.
          promotions.delete(command.cluster);
          if (command.command === "promote" && command.force) {
            promotions.clear();
            if (!isForced)
              promotions.set(command.cluster, { seq: answer.seq, at: answer.at, lost: undefined, kept: undefined });
            isForced = true;
          }
        }
        // A later write hides the earlier content.
        if (write)
          for (const forced of promotions.values()) if (forced.lost?.key === write.key) forced.lost = undefined;
        const forced = read && promotions.get(read.cluster);
        if (!forced || request.seq < forced.seq) return;
        const past = secrets.before(read.key, forced.seq);
        if (past.isOver) return;
        const shown = past.writes.filter(({ content }) => content === read.content);
        const [only] = shown;
        if (only && shown.length === 1 && (forced.kept?.entry ?? 0) < only.entry) forced.kept = only;
        const lost = past.writes.at(-1);
        if (
          lost &&
          shown.length === 0 &&
          !past.isUncertain &&
          lost.entry < (forced.lost?.entry ?? Number.POSITIVE_INFINITY)
        )
          forced.lost = lost;
        if (!forced.lost || !forced.kept || forced.kept.set !== forced.lost.set) return;
        if (forced.lost.entry >= forced.kept.entry) return;
        broken(
          answer,
          `after ${read.cluster} was promoted by force at ${time(forced)}, ${forced.kept.key}, written at ${time(forced.kept)}, was retained, ` +
            `but ${forced.lost.key}, acknowledged earlier at ${time(forced.lost)}, was lost`,
        );
      },
    };
  },
};
