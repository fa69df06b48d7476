import type { Checker } from "./checker.ts";
import { command, frame, settled, status } from "./example.ts";
import { fieldsOf, reconfigures } from "./models/operator-command.ts";
import { Quiet } from "./models/quiet.ts";
import { Rest } from "./models/rest.ts";
import { RestoredClusters } from "./models/restored-clusters.ts";
import { statusPath } from "./models/roles.ts";

/**
 * Time in milliseconds within which a restored cluster must have asked the other members which cluster is the primary,
 * if there is no fault.
 */
const inquiryMilliseconds = 15_000;

export const restoredClustersAsk: Checker = {
  name: "a restored cluster asks before it leads",
  invariants: ["7"],
  rule: "If no operator uses force, a set has only one primary, even after clusters were restored from backups: a restored primary first asks the other members, and is fenced if their responses name a later primary.",
  sources: ["OWN-RESTORE-01", "OWN-RESTORE-02"],
  excuses: [
    "A promotion by force ends the check.",
    "A restored cluster can ask only members that its backup contains.",
    `Before the clusters converge, two primaries are excused for ${inquiryMilliseconds / 1000} s after a fault, a crash, a start, a seal, an unseal or a replication command.`,
    "If a previous primary was wiped or set up again after a restore, no other cluster may know the later era.",
  ],
  example: {
    broken: [
      [0, frame("Oslo", "Lima", "message")],
      [1, ...command("Oslo", "primary/demote")],
      [2, ...command("Lima", "secondary/promote")],
      [3, { type: "fault", kind: "older store", parties: ["Oslo"], about: { backup: 1 } }],
      [4, settled],
      [5, ...status("Lima", { mode: "primary", state: "running" })],
      [6, ...status("Oslo", { mode: "primary", state: "running" })],
    ],
    held: [[6, ...status("Oslo", { mode: "primary", state: "fenced" })]],
  },
  judge({ broken, heading, models: { roles }, time }) {
    const rest = new Rest();
    const quiet = new Quiet();
    const restored = new RestoredClusters(roles);
    let commandedAt = Number.NEGATIVE_INFINITY;
    const running = new Set<string>();
    const disturbed: Quiet["take"] = (event) => {
      quiet.take(event);
      if (event.type !== "request") running.clear();
    };
    return {
      on: {
        settled: (settled) => rest.settled(settled),
        fault(fault) {
          rest.disturb();
          disturbed(fault);
          restored.failed(fault);
        },
        heal: disturbed,
        crash: disturbed,
        start: disturbed,
        request(request) {
          disturbed(request);
          if (!reconfigures(request)) return;
          commandedAt = request.at;
          running.clear();
        },
        frame: (frame) => restored.frame(frame),
      },
      answered(operation) {
        restored.answered(operation);
        const { request, answer } = operation;
        const { cluster } = request;
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        const { mode, state } = fieldsOf(fieldsOf(answer.body).data);
        running.delete(cluster);
        const since = request.at - inquiryMilliseconds;
        // Elapsed time counts only on the simulated stage.
        const isQuiet = heading.stage === "simulated" && commandedAt <= since && quiet.holdsSince(since);
        if (!(isQuiet || rest.holds(request)) || mode !== "primary" || state !== "running") return;
        for (const other of running) {
          if (!restored.mustMeet(cluster, other)) continue;
          broken(
            answer,
            `${other} and ${cluster} are both primaries at ${time(answer)}, after a restore from a backup and without force`,
          );
        }
        running.add(cluster);
      },
    };
  },
};
