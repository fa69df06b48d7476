import type { Checker } from "./checker.ts";
import { commandOf } from "./models/operator-command.ts";

/** After so long without a fault all clusters that replicate have heard of each other, in milliseconds: longer than they wait to dial again. */
const quietMilliseconds = 20_000;

type Primary = Readonly<{ cluster: string; at: number }>;

/** A cluster that was demoted and has taken its role back leaves no right to lead with another: none is promoted without force beside it any more. */
export const rightTakenBack: Checker = {
  name: "a role that was taken back is no other cluster's",
  invariants: ["7"],
  judge({ broken, time }) {
    const faults = new Set<number>();
    let quietSince = Number.NEGATIVE_INFINITY;
    let demoted: string | undefined;
    /** Who took its role back, with no other primary in between. */
    let primary: Primary | undefined;
    const disturbed = ({ at }: Readonly<{ at: number }>) => {
      quietSince = at;
    };
    return {
      on: {
        fault(fault) {
          faults.add(fault.seq);
        },
        heal(heal) {
          if (heal.cause === undefined) faults.clear();
          else faults.delete(heal.cause);
          disturbed(heal);
        },
        crash: disturbed,
        start: disturbed,
        request(request) {
          if (/^sys\/(seal|unseal)$/.test(request.path)) disturbed(request);
        },
      },
      answered(operation) {
        const { answer, request } = operation;
        const command = commandOf(operation);
        if (!command || answer.outcome === "fail") return;
        const { cluster } = command;
        if (command.command === "promote") {
          const isQuiet = faults.size === 0 && Math.max(quietSince, primary?.at ?? 0) + quietMilliseconds < request.at;
          if (primary && primary.cluster !== cluster && !command.force && answer.outcome === "ok" && isQuiet)
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
