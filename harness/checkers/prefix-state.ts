import type { Checker } from "./checker.ts";
import { mounted, read, status, write } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { forgetLost, statusPath } from "./models/roles.ts";

type Claim = Readonly<{ set: string; entry: number; seq: number; at: number }>;

export const prefixState: Checker = {
  name: "a secondary that streams has what it says",
  invariants: ["4"],
  rule: "A secondary whose status reports that it streams and has applied a certain entry returns all writes up to that entry.",
  sources: ["REPL-STATUS-03", "REPL-DATA-01"],
  excuses: [
    "A replication command ends the check until the next status.",
    "A promotion by force, or the restore of a primary from a backup, ends the check.",
    "While a replication command is pending on the cluster, its role is unknown and nothing is checked.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...write("Oslo", "colours/sky", "blue", 1)],
      [2, ...status("Lima", { mode: "secondary", state: "stream-wals", last_remote_wal: 1 })],
      [3, ...read("Lima", "colours/sky")],
    ],
    held: [[3, ...read("Lima", "colours/sky", "blue")]],
  },
  judge({ broken, models: { roles, secrets }, time }) {
    const claims = new Map<string, Claim>();
    return {
      on: { fault: forgetLost(claims) },
      answered(operation) {
        const { request, answer, read } = operation;
        const command = commandOf(operation);
        if (command && answer.outcome !== "fail") claims.delete(command.cluster);
        if (roles.isForced) return;
        if (request.path === statusPath && answer.outcome === "ok" && request.seq > roles.changedAt(request.cluster))
          claim(request.cluster, answer);
        const known = read && claims.get(read.cluster);
        if (!known || request.seq < known.seq || roles.isChanging(request.cluster)) return;
        const wanted = secrets.lastUpTo(read.key, known);
        if (!wanted || secrets.canShow(read, wanted)) return;
        broken(
          answer,
          `${read.cluster} reported at ${time(known)} that it streams and has entry ${known.entry}, but at ${time(answer)} it does not have ` +
            `${read.key}, entry ${wanted.entry}, acknowledged in ${wanted.cluster} at ${time(wanted)}`,
        );
      },
    };

    function claim(cluster: string, { body, seq, at }: Readonly<{ body?: unknown; seq: number; at: number }>): void {
      const { state, last_remote_wal: entry } = fieldsOf(fieldsOf(body).data);
      const set = secrets.setOf(cluster, roles);
      if (state !== "stream-wals" || typeof entry !== "number" || set === undefined) return;
      if (entry >= (claims.get(cluster)?.entry ?? 0)) claims.set(cluster, { set, entry, seq, at });
    }
  },
};
