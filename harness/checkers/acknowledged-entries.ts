import type { Checker } from "./checker.ts";
import { delivered, frame } from "./example.ts";
import { commandOf } from "./models/operator-command.ts";
import { lostStores } from "./models/roles.ts";

export const acknowledgedEntries: Checker = {
  name: "what a secondary acknowledged it has",
  invariants: ["3", "4"],
  rule: "A secondary that acknowledged an entry still has it when it connects again, also after a crash.",
  sources: ["OWN-STREAM-04", "Choice of this project: an acknowledged entry survives a crash of the secondary."],
  excuses: [
    "A copy or comparison, and a replication command on the secondary, restart the check.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, frame("Oslo", "Lima", "message", { type: "entries", first: 1, last: 7 })],
      [1, frame("Lima", "Oslo", "message", { type: "ack", index: 7 })],
      [2, { type: "crash", cluster: "Lima" }],
      [3, frame("Lima", "Oslo", "message", { type: "hello", index: 5 })],
    ],
    held: [[3, frame("Lima", "Oslo", "message", { type: "hello", index: 7 }), delivered]],
  },
  judge({ broken, time }) {
    const acknowledged = new Map<string, Readonly<{ index: number; at: number }>>();
    const streaming = new Set<string>();
    const forget = (cluster: string) => {
      acknowledged.delete(cluster);
      streaming.delete(cluster);
    };
    return {
      on: {
        fault: (fault) => lostStores(fault).forEach(forget),
        request(request) {
          const command = commandOf({ request })?.command;
          if (command !== undefined && command !== "filter" && command !== "secondary token") forget(request.cluster);
        },
        role({ cluster, role }) {
          if (role !== "secondary") forget(cluster);
        },
        frame({ seq, at, from, to, about = {} }) {
          const { type, index } = about;
          if (type === "copy" || type === "diff") forget(to);
          if (type === "entries") streaming.add(to);
          if (typeof index !== "number") return;
          if (type === "ack" && streaming.has(from)) acknowledged.set(from, { index, at });
          const known = acknowledged.get(from);
          if (type !== "hello" || !known || index >= known.index) return;
          broken(
            { seq, at },
            `${from} acknowledged entry ${known.index} at ${time(known)}, but has only entry ${index} at ${time({ at })}`,
          );
        },
      },
      answered(operation) {
        const command = commandOf(operation)?.command;
        if (command !== undefined && command !== "filter" && command !== "secondary token")
          forget(operation.request.cluster);
      },
    };
  },
};
