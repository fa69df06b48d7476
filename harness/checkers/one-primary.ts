import type { Checker } from "./checker.ts";
import { command, frame, write } from "./example.ts";

export const onePrimary: Checker = {
  name: "a set has one primary",
  invariants: ["7"],
  rule: "A set has two primaries at the same time only if an operator used force.",
  sources: ["REPL-DATA-02", "REPL-PROMOTE-04"],
  excuses: [
    "A cluster with a pending command does not count as a primary: it may already be demoted, and its successor may respond first.",
    "A promotion by force, or the restore of a primary from a backup, ends the check.",
  ],
  example: {
    broken: [
      [0, ...command("Oslo", "primary/enable")],
      [1, ...write("Oslo", "colours/sky", "blue", 1)],
      [2, frame("Lima", "Oslo", "introduction", { set: "A" })],
      [3, ...command("Lima", "secondary/promote")],
    ],
    held: [[3, ...command("Lima", "secondary/promote", {}, 400)]],
  },
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
