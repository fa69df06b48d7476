import type { Checker } from "./checker.ts";
import { commandOf } from "./models/operator-command.ts";
import { Quiet } from "./models/quiet.ts";

/** After so long without a fault all clusters that replicate have heard of each other, in milliseconds: longer than they wait to dial again. */
const quietMilliseconds = 20_000;

type Primary = Readonly<{ cluster: string; at: number }>;

/** A cluster that was demoted and has taken its role back leaves no right to lead with another: none is promoted without force beside it any more. */
export const rightTakenBack: Checker = {
  name: "a role that was taken back is no other cluster's",
  invariants: ["7"],
  judge({ broken, time }) {
    const quiet = new Quiet();
    let demoted: string | undefined;
    /** Who took its role back, with no other primary in between. */
    let primary: Primary | undefined;
    const disturbed: Quiet["take"] = (event) => quiet.take(event);
    return {
      on: { fault: disturbed, heal: disturbed, crash: disturbed, start: disturbed, request: disturbed },
      answered(operation) {
        const { answer, request } = operation;
        const command = commandOf(operation);
        if (!command || answer.outcome === "fail") return;
        const { cluster } = command;
        if (command.command === "promote") {
          const since = request.at - quietMilliseconds;
          const isUnforced = !command.force && answer.outcome === "ok";
          if (isUnforced && primary && primary.cluster !== cluster && primary.at < since && quiet.holdsSince(since))
            broken(
              answer,
              `${cluster} was promoted without force at ${time(answer)}, though ${primary.cluster} took its role back at ${time(primary)}`,
            );
          primary = answer.outcome === "ok" && demoted === cluster ? { cluster, at: answer.at } : undefined;
          demoted = undefined;
        } else if (command.command === "demote" && answer.outcome === "ok") {
          demoted = cluster;
          primary = undefined;
        } else if (command.command.startsWith("primary enable") || command.command === "disable") {
          demoted = undefined;
          primary = undefined;
        }
      },
    };
  },
};
