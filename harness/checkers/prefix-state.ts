import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { forgetLost, statusPath } from "./models/roles.ts";

type Claim = Readonly<{ set: string; entry: number; seq: number; at: number }>;

/**
 * A secondary whose status reports that it streams and has applied a certain entry returns all writes up to that entry.
 */
export const prefixState: Checker = {
  name: "a secondary that streams has what it says",
  invariants: ["4"],
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
