import type { Checker } from "./checker.ts";

/** A set has two primaries at a time only if an operator used force. */
export const onePrimary: Checker = {
  name: "a set has one primary",
  invariants: ["7"],
  judge({ broken, models: { roles }, time }) {
    return {
      answered({ answer }) {
        if (roles.isForced || answer.outcome !== "ok") return;
        const primaries = new Map<string, string>();
        for (const [cluster, { mode, set }] of roles.all()) {
          if (mode !== "primary" || set === undefined) continue;
          const other = primaries.get(set);
          if (other !== undefined) {
            broken(
              answer,
              `${other} and ${cluster} are both primaries of one set at ${time(answer)}, without a promotion by force`,
            );
          }
          primaries.set(set, cluster);
        }
      },
    };
  },
};
