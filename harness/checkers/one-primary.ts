import type { Checker } from "./checker.ts";

/**
 * A set has two primaries at the same time only if an operator used force, or restored from a backup a cluster that was
 * a primary. A cluster with a pending command does not count as a primary: it may already be demoted, and its successor
 * may respond first.
 */
export const onePrimary: Checker = {
  name: "a set has one primary",
  invariants: ["7"],
  judge({ broken, models: { roles }, time }) {
    return {
      answered({ answer }) {
        if (roles.isForced || answer.outcome !== "ok") return;
        const primaryOf = new Map<string, string>();
        for (const cluster of roles.primaries()) {
          const { set } = roles.of(cluster);
          if (set === undefined) continue;
          const other = primaryOf.get(set);
          if (other !== undefined) {
            broken(
              answer,
              `${other} and ${cluster} are both primaries of one set at ${time(answer)}, without a promotion by force`,
            );
          }
          primaryOf.set(set, cluster);
        }
      },
    };
  },
};
