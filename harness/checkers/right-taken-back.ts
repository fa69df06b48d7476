import type { Checker } from "./checker.ts";
import { commandOf } from "./models/operator-command.ts";
import { Quiet } from "./models/quiet.ts";
import { lostStores } from "./models/roles.ts";

/** After so long without a fault all clusters that replicate have heard of each other, in milliseconds: longer than they wait to dial again. */
const quietMilliseconds = 20_000;

type Primary = Readonly<{ cluster: string; at: number }>;

/**
 * A cluster that was demoted and has taken its role back leaves no right to lead with another: none is promoted without force beside it any more. A
 * right that came of the demotion of another cluster stays good, since a promotion by force ends none.
 */
export const rightTakenBack: Checker = {
  name: "a role that was taken back is no other cluster's",
  invariants: ["7"],
  judge({ broken, time }) {
    const quiet = new Quiet();
    let demoted: string | undefined;
    /** Who took its role back, with no other primary in between. */
    let primary: Primary | undefined;
    /** Whose demotion made a right to lead that may not have been used yet. */
    const unused = new Set<string>();
    const disturbed: Quiet["take"] = (event) => quiet.take(event);
    return {
      on: {
        fault(fault) {
          quiet.take(fault);
          // A store may be older than what its cluster did with the role.
          if (lostStores(fault).includes(primary?.cluster ?? "")) primary = undefined;
          if (lostStores(fault).includes(demoted ?? "")) demoted = undefined;
        },
        heal: disturbed,
        crash: disturbed,
        start: disturbed,
        request: disturbed,
      },
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
          const wasOwn = answer.outcome === "ok" && unused.delete(cluster);
          // Of several rights of others it may have used any.
          if (isUnforced && !wasOwn && unused.size === 1) unused.clear();
          const isTakenBack = answer.outcome === "ok" && demoted === cluster && unused.size === 0;
          primary = isTakenBack ? { cluster, at: answer.at } : undefined;
          demoted = undefined;
        } else if (command.command === "demote") {
          unused.add(cluster);
          demoted = answer.outcome === "ok" ? cluster : undefined;
          primary = undefined;
        } else if (command.command.startsWith("primary enable") || command.command === "disable") {
          demoted = undefined;
          primary = undefined;
        }
      },
    };
  },
};
