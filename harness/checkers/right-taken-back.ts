import type { Checker } from "./checker.ts";
import { command } from "./example.ts";
import { commandOf } from "./models/operator-command.ts";
import { Quiet } from "./models/quiet.ts";
import { lostStores } from "./models/roles.ts";

/** Time without a fault after which a cluster must know that its right to lead is invalid, in milliseconds. */
const quietMilliseconds = 20_000;

type Primary = Readonly<{ cluster: string; at: number }>;

export const rightTakenBack: Checker = {
  name: "a role that was taken back is no other cluster's",
  invariants: ["7"],
  rule: "If a demoted cluster is promoted again before any other cluster, the right to lead that its demotion offered to other clusters becomes invalid: afterwards no other cluster is promoted without force. A right to lead from the demotion of a different cluster stays valid, because a promotion by force does not invalidate it.",
  sources: ["OWN-LEAD-03"],
  excuses: [
    `A cluster that was unreachable may not know that its right is invalid: a fault, crash, start, seal or unseal in the ${quietMilliseconds / 1000} s before the second promotion ends the check.`,
    "A command with an unknown outcome ends the check.",
    "If several demotions left unused rights, it is unknown which right was used.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...command("Oslo", "primary/demote")],
      [1, ...command("Oslo", "secondary/promote")],
      [59, ...command("Lima", "secondary/promote")],
    ],
    held: [[59, ...command("Lima", "secondary/promote", {}, 400)]],
  },
  judge({ broken, time }) {
    const quiet = new Quiet();
    let demoted: string | undefined;
    let primary: Primary | undefined;
    /** Clusters whose demotion released a right to lead that may still be unused. */
    const unused = new Set<string>();
    const disturbed: Quiet["take"] = (event) => quiet.take(event);
    return {
      on: {
        fault(fault) {
          quiet.take(fault);
          // The store may be older than the demotion or promotion of its cluster.
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
              `${cluster} was promoted without force at ${time(answer)}, although ${primary.cluster} took its role back at ${time(primary)}`,
            );
          const wasOwn = answer.outcome === "ok" && unused.delete(cluster);
          // With several rights of other clusters, it is unknown which right was used.
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
