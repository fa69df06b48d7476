import type { Checker } from "./checker.ts";
import { command, status } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { forgetLost, statusPath } from "./models/roles.ts";

/** Commands that can end the membership of the cluster that receives them. */
const leaving: ReadonlySet<string | undefined> = new Set(["primary enable", "secondary enable", "disable"]);

export const membersStay: Checker = {
  name: "a member leaves its set only by command",
  invariants: ["18", "19"],
  rule: "A primary or secondary that reported its role stays a member of its replication set until an operator disables replication or enables it anew.",
  sources: [
    "REPL-DEMOTE-03",
    "Choice of this project: nothing but a command wipes a member or disables its replication.",
  ],
  excuses: [
    "From the request to enable or disable replication on, the cluster is not checked until it reports a role again.",
    "A new secondary is no member before its first copy is complete.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...command("Lima", "secondary/enable")],
      [1, ...status("Lima", { mode: "secondary", state: "stream-wals" })],
      [2, ...status("Lima", { mode: "disabled" })],
    ],
    held: [
      [2, ...command("Lima", "secondary/disable")],
      [3, ...status("Lima", { mode: "disabled" })],
    ],
  },
  judge({ broken, time }) {
    const members = new Map<string, Readonly<{ mode: string; at: number }>>();
    const pending = new Map<string, number>();
    return {
      on: {
        fault: forgetLost(members),
        request(request) {
          if (!leaving.has(commandOf({ request })?.command)) return;
          members.delete(request.cluster);
          pending.set(request.cluster, (pending.get(request.cluster) ?? 0) + 1);
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const { cluster } = request;
        if (leaving.has(commandOf(operation)?.command)) {
          members.delete(cluster);
          // A command without a response may take effect at any time.
          if (answer.outcome !== "unknown") pending.set(cluster, (pending.get(cluster) ?? 1) - 1);
        }
        if (request.path !== statusPath || answer.outcome !== "ok" || (pending.get(cluster) ?? 0) > 0) return;
        const { mode, state } = fieldsOf(fieldsOf(answer.body).data);
        const known = members.get(cluster);
        if (mode === "disabled" && known) {
          broken(answer, `${cluster} was a ${known.mode} at ${time(known)} and is disabled at ${time(answer)}`);
        }
        const isMember = mode === "primary" || (mode === "secondary" && state === "stream-wals");
        if (isMember) members.set(cluster, { mode: String(mode), at: answer.at });
      },
    };
  },
};
