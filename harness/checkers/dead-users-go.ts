import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { isRemoval } from "./models/statements.ts";

/** How long after the end of its lease a user may still be there when all has settled, in milliseconds: retries wait longer and longer. */
const graceMilliseconds = 60_000;

/** A clock that goes slower than time by less than half may be behind by so much more, in milliseconds. */
const driftMilliseconds = 60_000;

type Given = { readonly user: string; readonly cluster: string; readonly at: number; endsAt: number };

/** How a cluster reports a lease that it cannot revoke, and will try again. */
const report = "a lease could not be revoked";

/** A reason that excuses nothing, and takes back what an earlier one excused: what revoking a lease needs is to be kept as long as the lease. */
const groundless = "the mount of this lease is not there";

/** When all has settled, no user is left whose lease ended, but for those whose revocation is reported to fail. */
export const deadUsersGo: Checker = {
  name: "a user is gone with its lease",
  invariants: ["17", "21"],
  judge({ broken, time }) {
    const leases = new Map<string, Given>();
    /** Leases of which it was reported last that something outside keeps them from being revoked. */
    const excused = new Set<string>();
    /** How far the clock of a cluster may have fallen behind: its leases end by it. */
    const behind = new Map<string, number>();
    return {
      on: {
        statement(statement) {
          if (!isRemoval(statement)) return;
          for (const [id, { user }] of leases) if (user === statement.subject) leases.delete(id);
        },
        log({ message, facts }) {
          if (message !== report || typeof facts?.lease !== "string") return;
          if (facts.reason === groundless) excused.delete(facts.lease);
          else excused.add(facts.lease);
        },
        fault({ kind, parties: [cluster = ""], about }) {
          const more =
            kind === "skew" ? Math.max(0, -Number(about?.milliseconds)) : kind === "drift" ? driftMilliseconds : 0;
          behind.set(cluster, (behind.get(cluster) ?? 0) + more);
        },
        settled(settled) {
          for (const [lease, { user, cluster, at, endsAt }] of leases) {
            if (excused.has(lease) || endsAt + graceMilliseconds + (behind.get(cluster) ?? 0) >= settled.at) continue;
            broken(
              settled,
              `${user}, given out at ${time({ at })}, is still there when all has settled, though its lease ended at ${time({ at: endsAt })}`,
            );
          }
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const command = commandOf(operation)?.command;
        // What a cluster forgets as a whole, it does not end.
        if (answer.outcome !== "fail" && command === "disable")
          for (const [lease, { cluster }] of leases) if (cluster === request.cluster) leases.delete(lease);
        const { lease_id: id, lease_duration: seconds, data } = fieldsOf(answer.body);
        if (typeof id !== "string" || id === "" || typeof seconds !== "number" || answer.outcome !== "ok") return;
        const endsAt = answer.at + seconds * 1000;
        const known = leases.get(id);
        if (known) known.endsAt = Math.max(known.endsAt, endsAt);
        const { username } = fieldsOf(data);
        if (!known && typeof username === "string" && /(^|\/)creds\/[^/]+$/.test(request.path))
          leases.set(id, { user: username, cluster: request.cluster, at: answer.at, endsAt });
      },
    };
  },
};
